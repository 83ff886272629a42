import type { ManagedLicense } from "@foyer/contract/licenses";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { plansQuery } from "../shared/billing/queries.ts";
import { seatsQuery } from "../shared/subscription/subscription-queries.ts";
import { usePayer } from "./use-payer.ts";

/** So long the page waits for the slowest of its parts; from then on each comes when it can. */
const PATIENCE_MS = 1_000;

/**
 * Whether all that decides where things stand on the team page has come: who pays, the price, and where there will be
 * fewer seats who of them expires. A page that is shown earlier jumps when they come. What was shown once stays, whatever
 * is read anew.
 */
export function usePageKnown(id: string, license: ManagedLicense | undefined): boolean {
  const isSubscription = license?.subscription_state !== undefined;
  const plans = useQuery({ ...plansQuery, enabled: isSubscription });
  const { isKnown: isPayerKnown } = usePayer(license);
  const seats = useQuery(seatsQuery(id));
  const willBeFewer = (license?.renewing_quantity ?? Infinity) < (license?.total_seats ?? 0);
  const [isOver, setOver] = useState(false);
  const hasLicense = license !== undefined;
  const isComplete =
    hasLicense && isPayerKnown && !(isSubscription && plans.isPending) && !(willBeFewer && seats.isPending);
  // At once: a failed part is pending again as soon as the page itself asks for it.
  if (isComplete && !isOver) setOver(true);
  useEffect(() => {
    if (!hasLicense) return undefined;
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hasLicense]);
  return isComplete || isOver;
}
