import type { PlainReason } from "@foyer/contract/refusal-reasons";
import { instantOf } from "@foyer/contract/wire-values";
import { contradiction, maySwitchCycle, type ProrationBehavior, switchDirection } from "@foyer/domain/billing-cycle";
import { billingInterval } from "@foyer/domain/product-id";
import { refuseQuantity } from "@foyer/domain/quantity";
import { refuse } from "@foyer/service-kit/errors";
import {
  isEnded,
  isPaidAsTrial,
  recordedChange,
  statusOf,
  type SubscriptionRow,
} from "../../subscriptions/subscription-wire.ts";

export interface WantedChange {
  readonly plan: string;
  readonly quantity: number;
}

/** The subscription that a call is about, and who calls. */
export interface CallOf {
  readonly customerId: string;
  readonly subscriptionId: string;
  /** Account name of the caller. */
  readonly by: string;
}

/** A change that somebody asks for. */
export interface ChangeRequest extends CallOf {
  readonly wanted: WantedChange;
}

function forbid(reason: PlainReason<"subscription.forbidden">): never {
  refuse("subscription.forbidden", { reason });
}

export function refuseEnded(row: SubscriptionRow): void {
  if (isEnded(row.status)) forbid("ended");
}

/** Refuses changes of plan and seats unless the subscription is active and set to renew. */
function refuseNotChangeable(row: SubscriptionRow): void {
  refuseEnded(row);
  if (row.status === "past_due") forbid("past_due");
  if (statusOf(row) !== "active") forbid("not_active");
  if (row.cancel_at_period_end) forbid("set_to_end");
}

/** Returns how a change must be made: charged now, or recorded for the next period. */
export function behaviorOf(row: SubscriptionRow, wanted: WantedChange): ProrationBehavior {
  if (wanted.plan !== row.paid_plan) {
    return billingInterval(wanted.plan) === "year" ? "create_prorations" : "none";
  }
  return wanted.quantity > row.paid_quantity ? "create_prorations" : "none";
}

/** Refuses a change that is never allowed, in any state of the subscription. */
function refuseUnfit(row: SubscriptionRow, wanted: WantedChange, behavior: ProrationBehavior): void {
  const quantity = refuseQuantity(wanted.quantity, row.paid_quantity);
  if (quantity && quantity !== "unchanged") forbid("seat_count");
  const inForce = { planId: row.paid_plan, quantity: row.paid_quantity };
  const unfit = contradiction(inForce, { planId: wanted.plan, quantity: wanted.quantity }, behavior);
  if (unfit) forbid(unfit);
}

/** Refuses to add seats during a free trial, because there is no paid amount to prorate. */
function refuseTrial(row: SubscriptionRow, behavior: ProrationBehavior): void {
  if (behavior === "none" || row.status !== "trialing" || isPaidAsTrial(row)) return;
  refuse("subscription.forbidden", { reason: "trial", facts: { until: instantOf(row.period_end) } });
}

/** Refuses a switch from yearly to monthly before the last thirty days of the term. */
function refuseEarlySwitch(row: SubscriptionRow, wanted: WantedChange, now: Date): void {
  if (wanted.plan === row.paid_plan) return;
  const direction = switchDirection(row.paid_plan);
  if (direction === null || !maySwitchCycle(direction, row.paid_until, now)) {
    forbid("early_switch");
  }
}

export function isSame(one: WantedChange, other: WantedChange | null): boolean {
  return other !== null && one.plan === other.plan && one.quantity === other.quantity;
}

export function inForceOf(row: SubscriptionRow): WantedChange {
  return { plan: row.paid_plan, quantity: row.paid_quantity };
}

/**
 * Refuses with 20005 a change that is not allowed now. The message names the rule. Undoing or repeating a
 * recorded change is allowed.
 */
export function refuseChange(
  row: SubscriptionRow,
  wanted: WantedChange,
  behavior: ProrationBehavior,
  context: { readonly now: Date; readonly isWaiting: boolean },
): void {
  refuseNotChangeable(row);
  if (context.isWaiting) forbid("waits_for_bank");
  refuseUnfit(row, wanted, behavior);
  const recorded = recordedChange(row);
  const isEqual = isSame(wanted, inForceOf(row));
  if (recorded) {
    if (behavior === "none" && (isEqual || isSame(wanted, recorded))) return;
    forbid("recorded");
  }
  // If the provider bills something else, recording the state in force corrects the provider.
  const isAtRest = row.provider_plan === row.paid_plan && row.provider_quantity === row.paid_quantity;
  if (isEqual && (behavior === "create_prorations" || isAtRest)) {
    forbid("unchanged");
  }
  refuseTrial(row, behavior);
  refuseEarlySwitch(row, wanted, context.now);
}
