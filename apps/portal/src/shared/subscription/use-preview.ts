import { call } from "@foyer/api-client/client";
import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { api } from "../requests/api.ts";
import type { Payer } from "./carry-out.ts";
import type { SubscriptionChange } from "./subscription-facts.ts";

/** Returns the price of a change, with the quote that will be charged. Each review gets a new quote. */
export function usePreview(payer: Payer, change: SubscriptionChange, review: number): UseQueryResult<InvoicePreview> {
  const { customerId, subscription } = payer;
  return useQuery({
    queryKey: ["preview", subscription.id, change.plan, change.quantity, review],
    queryFn: async ({ signal }) =>
      await call(api, "previewInvoice", {
        params: { id: customerId, subscription: subscription.id },
        body: {
          plan: change.plan,
          quantity: change.quantity,
          default_tax_rates: subscription.taxRates.map(({ id }) => id),
          subscription_item_id: subscription.itemId,
        },
        signal,
      }),
    // A displayed amount must not change while the person reads it.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
