import { randomUUID } from "node:crypto";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import { liveOperation } from "../operations/operation-store.ts";
import { runOperation } from "../operations/run-operation.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const ofSubscription = z.object({ subscriptionId: z.string() });
const ofCustomer = z.object({ customerId: z.string() });

/** Something happened to a subscription: it is read anew, and a change that waits is looked after. */
export const syncSubscriptionJob = { name: "sync-subscription", payload: ofSubscription };
/** Something happened to a customer's cards or payments. */
export const syncCustomerJob = { name: "sync-customer", payload: ofCustomer };

export function syncSubscriptionJobFor(deps: PurchaseDeps): JobDefinition<z.infer<typeof ofSubscription>> {
  return defineJob({
    ...syncSubscriptionJob,
    run: async ({ subscriptionId }) => {
      await settleWaiting(deps, subscriptionId);
      await syncSubscription(deps, subscriptionId);
    },
  });
}

export function syncCustomerJobFor(deps: PurchaseDeps): JobDefinition<z.infer<typeof ofCustomer>> {
  return defineJob({
    ...syncCustomerJob,
    run: async ({ customerId }) => {
      await chooseDefaultCard(deps, customerId);
      for (const { row } of await subscriptionsOfCustomer(deps.database.kysely, customerId)) {
        await settleWaiting(deps, row.id);
      }
    },
  });
}

/** The webhook takes the same last step as the request that began the change. */
async function settleWaiting(deps: PurchaseDeps, subscriptionId: string): Promise<void> {
  const live = await liveOperation(deps.database.kysely, subscriptionId);
  if (live && live.state !== "pending") await runOperation(deps, live.id);
}

/** The first card that is saved is the one to charge. */
async function chooseDefaultCard(deps: PurchaseDeps, customerId: string): Promise<void> {
  const customer = await deps.gateway.customer(customerId);
  if (!customer || customer.defaultPaymentMethod !== null) return;
  const cards = await deps.gateway.cards(customerId);
  const first = cards.toSorted((one, other) => one.created - other.created)[0];
  if (!first) return;
  await deps.gateway.updateCustomer(customerId, { defaultPaymentMethod: first.id }, `first-card:${randomUUID()}`);
}
