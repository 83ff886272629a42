import type { Repair } from "@foyer/contract/staff-wire";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import { begin, joinTwin } from "../changes/operations/begin.ts";
import type { Buying } from "../changes/operations/buy.ts";
import { cancelPurchase, invoicesOf, refundableInvoices, refundsOf } from "../changes/operations/cancel-purchase.ts";
import { leftToGiveBack } from "../changes/operations/left-to-give-back.ts";
import { subjectOf } from "../changes/operations/operation.ts";
import { isTwinOf } from "../changes/operations/request-parts.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { lockSubscription, subscriptionById } from "../subscriptions/subscription-store.ts";
import { isEnded, type SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { markedRefunds, paidPurchase } from "./purchases-store.ts";
import { refuseOverLimit } from "./refund.ts";

/** Time after the payment in which a purchase can be canceled and refunded as a whole. */
const CANCELABLE_MS = 14 * 86_400_000;
/** Time in which an equal request counts as a repeat. */
const REPEAT_MS = 60_000;

/** Returns until when a purchase can be canceled, or null if it is not paid. */
export function cancelableUntil({ state, finished_at: paid }: Pick<Buying, "state" | "finished_at">): Date | null {
  return state === "done" && paid !== null ? new Date(paid.getTime() + CANCELABLE_MS) : null;
}

/** Refuses an old purchase, and a subscription that has ended. */
function refuseUncancelable(bought: Buying, row: SubscriptionRow, now: Date): void {
  const until = cancelableUntil(bought);
  if (!until || until <= now) {
    refuse("subscription.forbidden", { message: "It was bought more than 14 days ago. Refund its invoice instead." });
  }
  if (isEnded(row.status)) refuse("subscription.forbidden", { message: "This subscription has ended already." });
}

/** The subscription as it is before. */
function snapshotOf({ request }: Buying, row: SubscriptionRow): Record<string, unknown> {
  return {
    subscription: row.id,
    license: request.buy.license,
    plan: row.paid_plan,
    quantity: row.paid_quantity,
    currency: request.quote.currency,
    status: row.status,
    given_back: 0,
  };
}

interface Left {
  readonly amount: number;
  readonly balance: number;
}

/**
 * Returns what was paid for the subscription and is not given back yet, of all its invoices. Refuses if a change has left a
 * credit: the customer would keep it in addition to the whole payment.
 */
async function leftOf(deps: Deps, subscriptionId: string): Promise<Left> {
  const invoices = await orRefuse(() => invoicesOf(deps, subscriptionId));
  if (invoices.some(({ total }) => total < 0)) {
    refuse("subscription.forbidden", {
      message: "A change of this subscription has left a credit. Cancel it and refund its invoices one by one instead.",
    });
  }
  return refundableInvoices(invoices)
    .map(leftToGiveBack)
    .reduce((sum, { amount, balance }) => ({ amount: sum.amount + amount, balance: sum.balance + balance }), {
      amount: 0,
      balance: 0,
    });
}

const afterOf = (before: Record<string, unknown>, { amount, balance }: Left): Record<string, unknown> => ({
  ...before,
  status: "canceled",
  given_back: amount + balance,
  to: balance > 0 ? "card, balance" : "card",
});

interface CancelInput {
  readonly reason: string;
  readonly preview?: boolean | undefined;
}

/**
 * Ends a bought subscription at once and gives back everything that was paid for it, once: repeats and other staff
 * members join the first request.
 */
export async function staffCancelPurchase(
  deps: Deps,
  staff: Person,
  { id: customerId, checkout }: { readonly id: string; readonly checkout: string },
  { reason, preview = false }: CancelInput,
): Promise<Repair> {
  const { db, clock } = deps;
  const bought = await paidPurchase(db, customerId, checkout);
  const subscriptionId = bought?.request.made?.subscription;
  if (!bought || subscriptionId === undefined) refuse("object.not_found");
  const left = await leftOf(deps, subscriptionId);
  const total = left.amount + left.balance;
  const now = clock.now();
  if (preview) {
    const row = await subscriptionById(db, subscriptionId);
    if (!row) refuse("object.not_found");
    refuseUncancelable(bought, row, now);
    await refuseOverLimit(db, staff, { amount: total }, now);
    const before = snapshotOf(bought, row);
    return { status: "success", applied: false, before, after: afterOf(before, left) };
  }
  const subject = subjectOf.subscription(subscriptionId);
  const twin = JSON.stringify([checkout]);
  const repeat = { kind: cancelPurchase, subject, isTwin: isTwinOf({ twin }), repeatMs: REPEAT_MS, now };
  const begun = await begin(deps, {
    kind: cancelPurchase,
    subject,
    customerId,
    decide: async (tx) => {
      const row = await lockSubscription(tx, subscriptionId);
      if (!row) refuse("object.not_found");
      const joined = await joinTwin(tx, repeat);
      if (joined) return joined;
      refuseUncancelable(bought, row, now);
      await refuseOverLimit(tx, staff, { amount: total }, now);
      const target = `subscription:${subscriptionId}`;
      const act = { staff: staff.username, act: "purchase.cancel", target, reason, before: snapshotOf(bought, row) };
      return { begin: { cancel: { purchase: checkout, ...left }, act, twin } };
    },
  });
  await untilRefunded(deps, customerId, begun.id);
  await tellAccountsNow(deps, subscriptionId);
  const { act, cancel } = begun.request;
  const before = act.before ?? {};
  return { status: "success", applied: true, before, after: afterOf(before, cancel) };
}

/** Waits until the subscription has ended and the money is on its way back. */
async function untilRefunded(deps: Deps, customerId: string, operationId: string): Promise<void> {
  refuseUnlessDone(await awaitOperation(deps, operationId));
  for (const refund of await markedRefunds(deps.db, customerId, refundsOf(operationId)))
    refuseUnlessDone(await awaitOperation(deps, refund));
}
