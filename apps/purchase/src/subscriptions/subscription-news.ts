import type { SubscriptionNews } from "@foyer/contract/internal";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { isEnded, isNeverPaid, nextOf, statusOf, type SubscriptionRow } from "./subscription-wire.ts";

/** Returns the state for the accounts service. Null for a subscription that pays for no license or was never paid. */
export function newsOf(row: SubscriptionRow): SubscriptionNews | null {
  if (row.registration_id === null || isNeverPaid(row.status)) return null;
  return {
    id: row.id,
    customer_id: row.customer_id,
    registration_id: row.registration_id,
    plan: row.paid_plan,
    quantity: row.paid_quantity,
    next: nextOf(row),
    status: statusOf(row),
    cancel_at_period_end: row.cancel_at_period_end && !isEnded(row.status),
    current_period_end: unixSecondsOf(row.period_end),
    paid_until: unixSecondsOf(row.paid_until),
    ...(row.ended_at !== null && isEnded(row.status) ? { ended_at: unixSecondsOf(row.ended_at) } : {}),
  };
}
