import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { abandonChange } from "./abandon-change.ts";
import { changeSubscription, setAutoRenewal } from "./change-subscription.ts";
import { previewInvoice } from "./preview-invoice.ts";
import { listSubscriptions, readSubscription } from "./read-subscription.ts";

export function subscriptionRoutes(deps: Deps) {
  return routes({
    listSubscriptions: async ({ params }) => ({ subscriptions: await listSubscriptions(deps, params.id) }),
    readSubscription: async ({ params }) => ({
      subscription: await readSubscription(deps, params.id, params.subscription),
    }),
    setAutoRenewal: async ({ caller, params, body }) => ({
      subscription: await setAutoRenewal(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        cancelAtPeriodEnd: body.cancel_at_period_end,
        by: caller.username,
      }),
    }),
    previewInvoice: ({ caller, params, body }) =>
      previewInvoice(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        wanted: { plan: body.plan, quantity: body.quantity },
        itemId: body.subscription_item_id,
        by: caller.username,
      }),
    changeSubscription: async ({ caller, params, body }) => ({
      subscription: await changeSubscription(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        wanted: { plan: body.plan, quantity: body.quantity },
        behavior: body.proration_behavior,
        quote: body.quote,
        by: caller.username,
      }),
    }),
    abandonChange: async ({ caller, params, body }) => ({
      subscription: await abandonChange(deps, {
        customerId: params.id,
        subscriptionId: params.subscription,
        invoice: body.invoice,
        by: caller.username,
      }),
    }),
  });
}
