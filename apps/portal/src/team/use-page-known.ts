import type { ManagedLicense } from "@foyer/contract/licenses";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { plansQuery } from "../shared/billing/queries.ts";
import { seatsQuery } from "../shared/subscription/subscription-queries.ts";
import { usePayer } from "./use-payer.ts";

/** Maximum wait for the slowest part of the page; after that, each part appears when it has loaded. */
const PATIENCE_MS = 1_000;

/**
 * Returns whether everything has loaded that decides the layout of the team page: the payer, the price, and with
 * fewer seats in the next period the seats that expire. A page that is shown earlier jumps when these arrive. Once
 * shown, the page stays during refetches.
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
  // Immediately, because a failed part is pending again as soon as the page itself requests it.
  if (isComplete && !isOver) setOver(true);
  useEffect(() => {
    if (!hasLicense) return undefined;
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hasLicense]);
  return isComplete || isOver;
}
