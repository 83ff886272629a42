import type { Queryable } from "@foyer/service-kit/db";
import { z } from "zod";
import type { PurchaseTables } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { endsDiscount } from "../../subscriptions/discount.ts";
import { planById, setRecorded } from "../../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../../subscriptions/subscription-wire.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { operationKind, type OperationOfKind, requestKind } from "./operation.ts";
import { advanceOperation } from "./operation-store.ts";
import { makeQuietly } from "./quiet-change.ts";
import { by, isSeats, seats } from "./request-parts.ts";

/** A decrease, a switch to monthly, or undoing one of them: in force from the next period. */
export const record = requestKind(
  "record",
  seats.extend({
    by,
    /** The confirmed quote, if the change has one. */
    quote: z.object({ id: z.string() }).exactOptional(),
    /**
     * Set just before the call, as is `trialEnd`: the end of the paid term, where the provider would
     * otherwise start a new one at once.
     */
    itemId: z.string().exactOptional(),
    trialEnd: z.number().exactOptional(),
    /** Set just before the call, if the provider bills this plan already. */
    isPlanKept: z.boolean().exactOptional(),
    /** Set just before the call, if the discount ends with the change. */
    endsDiscount: z.boolean().exactOptional(),
  }),
);
export type Recording = OperationOfKind<typeof record>;

/** Marks the coming change as requested here. Clears the mark if the request undoes a change. */
async function markRecorded(
  tx: Queryable<PurchaseTables>,
  { request }: Recording,
  row: SubscriptionRow,
): Promise<void> {
  const isTakenBack = isSeats(request, { plan: row.paid_plan, quantity: row.paid_quantity });
  await setRecorded(tx, row.id, isTakenBack ? null : request);
}

async function recordChange(deps: Deps, operation: Recording): Promise<void> {
  const { subject: id, request } = operation;
  let ready = operation;
  if (operation.recovery_point !== "sent") {
    const subscription = await deps.gateway.subscription(id);
    if (!subscription) throw new Error(`subscription ${id} is not at the provider`);
    // The provider would start a new cycle at once. A trial for the rest of the paid term prevents that.
    const begins = subscription.plan.id === request.plan || subscription.trialEnd === subscription.periodEnd;
    const to = await planById(deps.db, request.plan);
    ready = await advanceOperation(deps.db, record, operation, "sent", {
      itemId: subscription.itemId,
      ...(subscription.plan.id === request.plan ? { isPlanKept: true } : {}),
      ...(begins ? {} : { trialEnd: subscription.periodEnd }),
      ...(to !== null && endsDiscount(subscription.discount, subscription.plan.id, to) ? { endsDiscount: true } : {}),
    });
  }
  const { itemId, trialEnd, plan, quantity, isPlanKept = false, endsDiscount: isEnded = false } = ready.request;
  if (itemId === undefined) throw new Error(`operation ${id} was not made ready`);
  const change = {
    itemId,
    plan: isPlanKept ? undefined : plan,
    quantity,
    endsDiscount: isEnded,
    ...(trialEnd === undefined ? {} : { trialEnd }),
  };
  await makeQuietly(deps, ready, {
    send: () => deps.gateway.changeQuietly(id, change, repeatableKeyOf(ready, "record")),
    isMade: (now) => now.plan.id === plan && now.quantity === quantity,
    also: (tx, row) => markRecorded(tx, ready, row),
  });
}

export const recordKind = operationKind(record, {
  carryOut: recordChange,
  madeBy: ({ before, after }, request) =>
    isSeats(after.next ?? after, request) && !isSeats(before.next ?? before, request) ? request : null,
});
