import type { ProductOnSale } from "@foyer/contract/checkout";
import { productOfPlan } from "@foyer/domain/catalogue";
import { Button } from "@foyer/ui/button";
import { useQuery } from "@tanstack/react-query";
import { words } from "#words/trial";
import { managedLicensesQuery } from "../shared/requests/queries.ts";

interface TrialOfferProps {
  product: ProductOnSale;
  isSignedIn: boolean;
  onTry: () => void;
}

/** Offers the trial of a product, except to a person who manages a license of it (BUY-12). */
export function TrialOffer({ product, isSignedIn, onTry }: TrialOfferProps) {
  const { data: licenses, isPending } = useQuery({ ...managedLicensesQuery, enabled: isSignedIn });
  if (product.trial_days === undefined || (isSignedIn && isPending)) return null;
  if (licenses?.some(({ product_id: id }) => productOfPlan(id) === product.id)) return null;
  return (
    <Button wide onClick={onTry}>
      {words.offer(product.trial_days)}
    </Button>
  );
}
