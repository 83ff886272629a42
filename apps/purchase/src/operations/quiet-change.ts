import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import type { ProviderSubscription } from "../stripe/payment-gateway.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { carryOut } from "./carry-out.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { advanceOperation, finishOperation } from "./operation-store.ts";
import { type Recording, record, type RenewalSwitch } from "./requests.ts";
import type { StoredRefusal } from "./stored-refusal.ts";

const providerRefuses: StoredRefusal = {
  name: "subscription.forbidden",
  message: "The payment provider does not allow this change of the subscription as it is now.",
};

interface QuietSteps {
  readonly send: () => Promise<ProviderSubscription>;
  readonly isMade: (subscription: ProviderSubscription) => boolean;
  readonly also?: (tx: Queryable<PurchaseSchema>, row: SubscriptionRow) => Promise<void>;
}

/**
 * Carries out a change that no money moves for: it says what shall be, so that repeating it does no harm.
 * Where the answer got lost, the subscription itself says whether it was done.
 */
async function makeQuietly(
  deps: PurchaseDeps,
  operation: Recording | RenewalSwitch,
  { send, isMade, also }: QuietSteps,
): Promise<void> {
  const { subject: id } = operation;
  await carryOut<ProviderSubscription>(deps, operation, {
    once: "nothing",
    find: async () => {
      const now = await deps.gateway.subscription(id);
      return now && isMade(now) ? now : null;
    },
    send,
    complete: async () => {
      await syncSubscription(deps, id, async (tx, row) => {
        await also?.(tx, row);
        await finishOperation(tx, operation, { state: "done", now: deps.clock.now() });
      });
    },
    fail: async (refusal) => {
      const end = { state: "failed", now: deps.clock.now(), outcome: { refusal: refusal ?? providerRefuses } } as const;
      await finishOperation(deps.database.kysely, operation, end);
    },
  });
}

/** Remembers that the coming change was asked for here, unless it was to take one back. */
async function markRecorded(
  tx: Queryable<PurchaseSchema>,
  { request }: Recording,
  row: SubscriptionRow,
): Promise<void> {
  const isTakenBack = request.plan === row.paid_plan && request.quantity === row.paid_quantity;
  await tx
    .updateTable("subscriptions")
    .set({
      recorded_plan: isTakenBack ? null : request.plan,
      recorded_quantity: isTakenBack ? null : request.quantity,
    })
    .where("id", "=", row.id)
    .execute();
}

/** A decrease, a switch to monthly, or taking one of them back: in force from the next period. */
export async function recordChange(deps: PurchaseDeps, operation: Recording): Promise<void> {
  const { subject: id, request } = operation;
  let ready = operation;
  if (operation.recovery_point !== "sent") {
    const subscription = await deps.gateway.subscription(id);
    if (!subscription) throw new Error(`subscription ${id} is not at the provider`);
    // The provider would begin another cycle at once: the rest of the paid term stands before it, as a free beginning.
    const begins = subscription.plan.id === request.plan || subscription.trialEnd === subscription.periodEnd;
    ready = await advanceOperation(deps.database.kysely, record, operation, "sent", {
      itemId: subscription.itemId,
      ...(begins ? {} : { trialEnd: subscription.periodEnd }),
    });
  }
  const { itemId, trialEnd, plan, quantity } = ready.request;
  if (itemId === undefined) throw new Error(`operation ${id} was not made ready`);
  const change = { itemId, plan, quantity, ...(trialEnd === undefined ? {} : { trialEnd }) };
  await makeQuietly(deps, ready, {
    send: () => deps.gateway.changeQuietly(id, change, repeatableKeyOf(ready, "record")),
    isMade: (now) => now.plan.id === plan && now.quantity === quantity,
    also: (tx, row) => markRecorded(tx, ready, row),
  });
}

export async function changeAutoRenewal(deps: PurchaseDeps, operation: RenewalSwitch): Promise<void> {
  const { subject: id, request } = operation;
  const willCancel = request.cancelAtPeriodEnd;
  await makeQuietly(deps, operation, {
    send: () => deps.gateway.setAutoRenewal(id, willCancel, repeatableKeyOf(operation, "auto-renewal")),
    isMade: (now) => now.willCancel === willCancel,
  });
}
