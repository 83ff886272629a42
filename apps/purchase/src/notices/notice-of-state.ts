import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { planById } from "../subscriptions/subscription-store.ts";
import { isEnded, isNeverPaid, type SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { decideNotice, type Notice } from "./decide-notice.ts";

type Db = Queryable<PurchaseTables>;

/** Returns the customer-visible name of the plan. */
export async function descriptionOf(db: Db, planId: string): Promise<string> {
  const plan = await planById(db, planId);
  return plan?.nickname ?? plan?.product ?? planId;
}

/**
 * Decides notices for a change of state: a failed payment, an end. Does nothing for the first known state, as
 * after an import.
 */
export async function noticeOfState(
  deps: Pick<Deps, "clock" | "addJob">,
  tx: Db,
  before: SubscriptionRow | null,
  row: SubscriptionRow,
): Promise<void> {
  // An unpaid purchase sends no notices.
  if (!before || isNeverPaid(before.status)) return;
  const { customer_id: customerId, open_invoice: open } = row;
  if (isEnded(row.status)) {
    if (isEnded(before.status)) return;
    const isUnpaid = before.status === "past_due" || row.status === "unpaid" || open !== null;
    const told: Notice = {
      kind: "subscription_ended",
      description: await descriptionOf(tx, row.paid_plan),
      endedAt: unixSecondsOf(row.ended_at ?? deps.clock.now()),
      cause: isUnpaid && !before.cancel_at_period_end ? "unpaid" : "cancelled",
    };
    await decideNotice(deps, tx, { customerId, subject: row.id, occasion: "end" }, told);
    return;
  }
  if (row.status !== "past_due" || !open) return;
  const isSameTry =
    before.open_invoice?.id === open.id && before.open_invoice.next_payment_attempt === open.next_payment_attempt;
  if (isSameTry) return;
  const told: Notice = {
    kind: "payment_failed",
    description: await descriptionOf(tx, row.provider_plan),
    amount: open.total,
    currency: open.currency,
    retryAt: open.next_payment_attempt,
  };
  const occasion = String(open.next_payment_attempt ?? "last");
  await decideNotice(deps, tx, { customerId, subject: open.id, occasion }, told);
}
