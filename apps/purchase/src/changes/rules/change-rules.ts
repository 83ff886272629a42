import {
  type ChangeContradiction,
  contradiction,
  maySwitchCycle,
  type ProrationBehavior,
  switchDirection,
} from "@foyer/domain/billing-cycle";
import { formatDate } from "@foyer/domain/dates";
import { billingInterval } from "@foyer/domain/product-id";
import { type QuantityRefusal, refuseQuantity, seatCountMax, seatCountMin } from "@foyer/domain/quantity";
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

const CONTRADICTIONS: Record<ChangeContradiction, string> = {
  more_seats_unpaid: "More seats are charged when they are added; they cannot be recorded for later.",
  yearly_unpaid: "A yearly plan is charged when it begins; it cannot be recorded for later.",
  fewer_seats_prorated: "Fewer seats begin with the next period, and nothing is charged before.",
  monthly_prorated: "A monthly plan begins when the paid year ends, and nothing is charged before.",
  other_product: "A subscription can change between monthly and yearly billing, not to another product.",
};

const QUANTITIES: Record<Exclude<QuantityRefusal, "unchanged">, string> = {
  not_a_number: `Choose a number of seats from ${seatCountMin} to ${seatCountMax}.`,
  below_minimum: `Choose a number of seats from ${seatCountMin} to ${seatCountMax}.`,
  above_maximum: `Choose a number of seats from ${seatCountMin} to ${seatCountMax}.`,
};

function forbid(message: string): never {
  refuse("subscription.forbidden", { message });
}

/** Refuses if the subscription has ended. */
export function refuseEnded(row: SubscriptionRow): void {
  if (isEnded(row.status)) forbid("The subscription has ended.");
}

/** Refuses changes of plan and seats unless the subscription is active and set to renew. */
function refuseNotChangeable(row: SubscriptionRow): void {
  refuseEnded(row);
  if (row.status === "past_due") forbid("The last invoice is not paid yet. Pay it first.");
  if (statusOf(row) !== "active") forbid("The subscription is not active.");
  if (row.cancel_at_period_end) forbid("The subscription is set to end. Turn auto-renewal on first.");
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
  if (quantity && quantity !== "unchanged") forbid(QUANTITIES[quantity]);
  const inForce = { planId: row.paid_plan, quantity: row.paid_quantity };
  const unfit = contradiction(inForce, { planId: wanted.plan, quantity: wanted.quantity }, behavior);
  if (unfit) forbid(CONTRADICTIONS[unfit]);
}

/** Refuses to add seats during a free trial, because there is no paid amount to prorate. */
function refuseTrial(row: SubscriptionRow, behavior: ProrationBehavior): void {
  if (behavior === "none" || row.status !== "trialing" || isPaidAsTrial(row)) return;
  const day = formatDate(row.period_end);
  forbid(`The subscription is free until ${day}. Nothing more can be added before.`);
}

/** Refuses a switch from yearly to monthly before the last thirty days of the term. */
function refuseEarlySwitch(row: SubscriptionRow, wanted: WantedChange, now: Date): void {
  if (wanted.plan === row.paid_plan) return;
  const direction = switchDirection(row.paid_plan);
  if (direction === null || !maySwitchCycle(direction, row.paid_until, now)) {
    forbid("Yearly billing can be changed to monthly within the last 30 days of the yearly term.");
  }
}

export function isSame(one: WantedChange, other: WantedChange | null): boolean {
  return other !== null && one.plan === other.plan && one.quantity === other.quantity;
}

/** Returns the plan and quantity in force. */
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
  if (context.isWaiting)
    forbid("A change waits for your bank to confirm the payment. Complete it or give it up first.");
  refuseUnfit(row, wanted, behavior);
  const recorded = recordedChange(row);
  const isEqual = isSame(wanted, inForceOf(row));
  if (recorded) {
    if (behavior === "none" && (isEqual || isSame(wanted, recorded))) return;
    forbid("A change is recorded for the next period already. Take it back first.");
  }
  // If the provider bills something else, recording the state in force corrects the provider.
  const isAtRest = row.provider_plan === row.paid_plan && row.provider_quantity === row.paid_quantity;
  if (isEqual && (behavior === "create_prorations" || isAtRest)) {
    forbid("This is the plan and the number of seats that you have already.");
  }
  refuseTrial(row, behavior);
  refuseEarlySwitch(row, wanted, context.now);
}
