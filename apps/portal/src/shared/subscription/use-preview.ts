import { call } from "@foyer/api-client/client";
import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { api } from "../api.ts";
import type { Payer } from "./carry-out.ts";
import type { SubscriptionChange } from "./subscription-facts.ts";

/** What a change costs, with the quote that it is then charged by. Each review gets one of its own. */
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
    // An amount that somebody is looking at must not change under her eyes.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
