import type { Subscription } from "@foyer/contract/subscription-wire";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Selectable } from "kysely";
import type { SubscriptionNews } from "@foyer/contract/internal";
import { discountWire } from "./discount.ts";
import type { PlansTable, SubscriptionsTable } from "../db/schema.ts";

export type SubscriptionRow = Selectable<SubscriptionsTable>;
export type PlanRow = Selectable<PlansTable>;

/** A subscription with the plan in force. */
export interface HeldSubscription {
  readonly row: SubscriptionRow;
  readonly plan: PlanRow;
}

/** Returns the subscription after a recorded decrease or switch, or null if none is coming. */
export function nextOf(row: SubscriptionRow): { plan: string; quantity: number; at: number } | null {
  if (isEnded(row.status)) return null;
  if (row.provider_plan === row.paid_plan && row.provider_quantity === row.paid_quantity) return null;
  return { plan: row.provider_plan, quantity: row.provider_quantity, at: unixSecondsOf(row.paid_until) };
}

export function isEnded(status: string): boolean {
  return status === "canceled" || status === "unpaid" || status === "incomplete_expired";
}

/** True while the first invoice is unpaid, and after it was given up. */
export function isNeverPaid(status: string): boolean {
  return status === "incomplete" || status === "incomplete_expired";
}

/**
 * Returns the status for the wire. The provider shows a paid term before a recorded switch as a trial, but it
 * is active.
 */
export function statusOf(row: Pick<SubscriptionRow, "status">): string {
  return row.status === "trialing" ? "active" : row.status;
}

/**
 * True if the provider shows the rest of a paid term as a trial. This starts when a switch is recorded and
 * ends with the next period. A real trial was never paid, and starts with the known period.
 */
export function isPaidAsTrial(row: SubscriptionRow): boolean {
  const isOfTerm = row.paid_until.getTime() === row.period_end.getTime();
  return row.status === "trialing" && isOfTerm && row.paid_from < row.period_start;
}

/**
 * Returns the change that was recorded here while the provider will still bill it. It blocks other changes
 * until it is in force.
 */
export function recordedChange(row: SubscriptionRow): { plan: string; quantity: number } | null {
  const next = nextOf(row);
  if (!next || row.recorded_plan !== next.plan || row.recorded_quantity !== next.quantity) return null;
  return { plan: next.plan, quantity: next.quantity };
}

export function subscriptionWire(
  { row, plan }: HeldSubscription,
  waiting: Subscription["waiting"] = null,
): Subscription {
  return {
    id: row.id,
    status: statusOf(row),
    cancel_at_period_end: row.cancel_at_period_end && !isEnded(row.status),
    current_period_end: unixSecondsOf(row.period_end),
    default_tax_rates: row.tax_exempt === "none" ? [...row.default_tax_rates] : [],
    items: {
      data: [
        {
          id: row.item_id,
          quantity: row.paid_quantity,
          plan: { id: plan.id, amount: plan.amount_cents, interval: plan.interval, currency: plan.currency },
          tax_rates: row.tax_exempt === "none" ? [...row.item_tax_rates] : [],
        },
      ],
    },
    next: nextOf(row),
    discount: row.discount && !isEnded(row.status) ? discountWire(row.discount) : null,
    ...(row.registration_id === null ? {} : { registration_id: row.registration_id }),
    default_payment_method: row.own_card,
    waiting,
    open_invoice: row.open_invoice && !isEnded(row.status) ? row.open_invoice : null,
  };
}

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
