import type { ManagedLicense } from "@foyer/contract/licenses";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { customerQuery } from "../shared/billing/queries.ts";
import { userQuery } from "../shared/requests/queries.ts";
import { type Payer, subscriptionFacts } from "../shared/subscription/subscription-facts.ts";

const REFRESH_MS = 15_000;

/**
 * Returns the payer of a license's subscription, if it is the signed-in person. Only one of several managers pays;
 * the others see the license and cannot change what is billed (TEAM-08).
 */
export function usePayer(license: ManagedLicense | undefined): {
  payer: Payer | null;
  isKnown: boolean;
  queries: readonly [UseQueryResult, UseQueryResult];
} {
  const user = useQuery(userQuery);
  const customerId = user.data?.customer_id[0] ?? null;
  const hasSubscription = license?.subscription_id !== undefined;
  const customer = useQuery({
    ...customerQuery(customerId ?? ""),
    enabled: hasSubscription && customerId !== null,
    refetchInterval: REFRESH_MS,
  });
  const isKnown = !user.isPending && (customerId === null || !hasSubscription || !customer.isPending);
  const found = customer.data?.subscriptions.find(({ id }) => id === license?.subscription_id);
  const facts = found && subscriptionFacts(found);
  return {
    payer: customerId !== null && facts ? { customerId, subscription: facts } : null,
    isKnown,
    queries: [user, customer],
  };
}
