import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { quote } from "./pay.ts";
import type { Payer, SubscriptionChange } from "./subscription-facts.ts";

/** Returns the price of a change, with the quote that will be charged. Each review gets a new quote. */
export function usePreview(payer: Payer, change: SubscriptionChange, review: number): UseQueryResult<InvoicePreview> {
  return useQuery({
    queryKey: ["preview", payer.subscription.id, change.plan, change.quantity, review],
    queryFn: async ({ signal }) => await quote(payer, change, signal),
    // A displayed amount must not change while the person reads it.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
