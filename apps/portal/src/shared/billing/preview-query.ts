import { call } from "@foyer/api-client/client";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

interface PreviewedChange {
  customer: string;
  subscription: Subscription;
  plan: string;
  quantity: number;
}

/** What a change would cost now. Each look asks anew, as the amount changes with the second. */
export function previewQuery({ customer, subscription, plan, quantity }: PreviewedChange) {
  return queryOptions({
    queryKey: ["billing", "preview", subscription.id, plan, quantity],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: () =>
      call(api, "previewInvoice", {
        params: { id: customer, subscription: subscription.id },
        body: {
          plan,
          quantity,
          default_tax_rates: subscription.default_tax_rates.map(({ id }) => id),
          ...(subscription.items.data[0] && { subscription_item_id: subscription.items.data[0].id }),
        },
      }),
  });
}
