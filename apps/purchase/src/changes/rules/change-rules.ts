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

/** Refuses what can be done only to a subscription that is alive. */
export function refuseEnded(row: SubscriptionRow): void {
  if (isEnded(row.status)) forbid("The subscription has ended.");
}

/** Refuses changes of plan and seats while the subscription is not in order or about to end. */
function refuseNotChangeable(row: SubscriptionRow): void {
  refuseEnded(row);
  if (row.status === "past_due") forbid("The last invoice is not paid yet. Pay it first.");
  if (statusOf(row) !== "active") forbid("The subscription is not active.");
  if (row.cancel_at_period_end) forbid("The subscription is set to end. Turn auto-renewal on first.");
}

/** What a change of that kind has to be: charged now, or recorded for the next period. */
export function behaviorOf(row: SubscriptionRow, wanted: WantedChange): ProrationBehavior {
  if (wanted.plan !== row.paid_plan) {
    return billingInterval(wanted.plan) === "year" ? "create_prorations" : "none";
  }
  return wanted.quantity > row.paid_quantity ? "create_prorations" : "none";
}

/** Refuses what no subscription may become, whatever its state. */
function refuseUnfit(row: SubscriptionRow, wanted: WantedChange, behavior: ProrationBehavior): void {
  const quantity = refuseQuantity(wanted.quantity, row.paid_quantity);
  if (quantity && quantity !== "unchanged") forbid(QUANTITIES[quantity]);
  const inForce = { planId: row.paid_plan, quantity: row.paid_quantity };
  const unfit = contradiction(inForce, { planId: wanted.plan, quantity: wanted.quantity }, behavior);
  if (unfit) forbid(CONTRADICTIONS[unfit]);
}

/** Refuses to charge for more of what nothing was paid for yet: there is no price for a part of a free time. */
function refuseTrial(row: SubscriptionRow, behavior: ProrationBehavior): void {
  if (behavior === "none" || row.status !== "trialing" || isPaidAsTrial(row)) return;
  const day = formatDate(row.period_end);
  forbid(`The subscription is free until ${day}. Nothing more can be added before.`);
}

/** Refuses a yearly term that would become monthly before its last thirty days. */
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

/** Plan and quantity as they are in force. */
export function inForceOf(row: SubscriptionRow): WantedChange {
  return { plan: row.paid_plan, quantity: row.paid_quantity };
}

/**
 * Refuses (20005, the message says which rule) a change that may not be made now; a change that takes a recorded one
 * back, or records it once more, may.
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
  // Where the provider bills something else than what is in force, recording what is in force puts that right.
  const isAtRest = row.provider_plan === row.paid_plan && row.provider_quantity === row.paid_quantity;
  if (isEqual && (behavior === "create_prorations" || isAtRest)) {
    forbid("This is the plan and the number of seats that you have already.");
  }
  refuseTrial(row, behavior);
  refuseEarlySwitch(row, wanted, context.now);
}
