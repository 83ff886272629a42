import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import { liveBuyingOf, openOnceBuyings } from "../changes/operations/buy-store.ts";
import { liveOperation } from "../changes/operations/operation-store.ts";
import { runOperation } from "../changes/operations/run-operation.ts";
import { decideTaxStatus, followTaxStatus } from "../customers/tax-status.ts";
import { chooseDefaultCard } from "../payment-methods/payment-methods.ts";
import type { Deps } from "../deps.ts";
import { eachApart } from "../in-batches.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const ofSubscription = z.object({ subscriptionId: z.string() });
const ofCustomer = z.object({ customerId: z.string() });

/** Reads a subscription again after an event, and settles a change that waits. */
export const syncSubscriptionJob = { name: "sync-subscription", payload: ofSubscription };
/** Updates a customer's cards and payments after an event. */
export const syncCustomerJob = { name: "sync-customer", payload: ofCustomer };

export function syncSubscriptionJobFor(deps: Deps): JobDefinition<z.infer<typeof ofSubscription>> {
  return defineJob({
    ...syncSubscriptionJob,
    run: async ({ subscriptionId }) => {
      try {
        await settleWaiting(deps, subscriptionId);
      } finally {
        // The mirror follows the provider also if a change of ours cannot be settled.
        await syncSubscription(deps, subscriptionId);
      }
    },
  });
}

export function syncCustomerJobFor(deps: Deps): JobDefinition<z.infer<typeof ofCustomer>> {
  return defineJob({
    ...syncCustomerJob,
    run: async ({ customerId }) => {
      const customer = await deps.gateway.customer(customerId);
      if (customer) {
        await chooseDefaultCard(deps, customer);
        await takeTaxStatus(deps, customer);
      }
      const failed = (id: string, error: unknown): void =>
        deps.log.error({ err: error, id }, "a waiting change could not be settled");
      const held = (await subscriptionsOfCustomer(deps.db, customerId)).map(({ row }) => row.id);
      await eachApart(held, (id) => settleWaiting(deps, id), failed);
      // A purchase that is paid once has no subscription to be found by.
      await eachApart(await openOnceBuyings(deps.db, customerId), (id) => runOperation(deps, id), failed);
    },
  });
}

/** Settles the waiting change with the same last step as the request that began it. */
async function settleWaiting(deps: Deps, subscriptionId: string): Promise<void> {
  const live = (await liveOperation(deps.db, subscriptionId)) ?? (await liveBuyingOf(deps.db, subscriptionId));
  if (live && live.state !== "pending") await runOperation(deps, live.id);
}

/** Updates the tax status after a result of the register, or a change of the tax status at the provider. */
async function takeTaxStatus(deps: Deps, customer: ProviderCustomer): Promise<void> {
  const taxIds = deps.reverseChargeFrom === null ? [] : await deps.gateway.taxIds(customer.id);
  await followTaxStatus(deps, await decideTaxStatus(deps, customer, taxIds));
}
