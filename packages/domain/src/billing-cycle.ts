import { billingInterval, swapCycle } from "./product-id.ts";

/** Time before its end in which a yearly term can be changed to a monthly one: 30 days of 86,400 s (CYCLE-01). */
export const switchWindowSeconds = 30 * 86_400;

export type SwitchDirection = "to_yearly" | "to_monthly";

/** Sent with a change: charge the difference now, or record it for the next period. */
export type ProrationBehavior = "create_prorations" | "none";

/** Returns the direction in which a plan can switch, or null for a plan without a cycle. */
export function switchDirection(planId: string): SwitchDirection | null {
  const interval = billingInterval(planId);
  if (interval === null || swapCycle(planId) === null) return null;
  return interval === "year" ? "to_monthly" : "to_yearly";
}

/**
 * True if the billing cycle may be switched now: to yearly always, to monthly in the last 30 days of the term
 * (CYCLE-01).
 */
export function maySwitchCycle(direction: SwitchDirection, periodEnd: Date, now: Date): boolean {
  if (direction === "to_yearly") return true;
  return periodEnd.getTime() - now.getTime() <= switchWindowSeconds * 1000;
}

/** Monthly to yearly is charged at once. Yearly to monthly begins after the paid year (CYCLE-04). */
export function prorationOfSwitch(direction: SwitchDirection): ProrationBehavior {
  return direction === "to_yearly" ? "create_prorations" : "none";
}

/** More seats are charged at once. Fewer begin with the next period (QTY-08, QTY-09). */
export function prorationOfSeats(current: number, wanted: number): ProrationBehavior {
  return wanted > current ? "create_prorations" : "none";
}

export interface PlanAndQuantity {
  readonly planId: string;
  readonly quantity: number;
}

/** Why a change is contradictory: it asks for more without paying, or to pay for less. */
export type ChangeContradiction =
  | "more_seats_unpaid"
  | "yearly_unpaid"
  | "fewer_seats_prorated"
  | "monthly_prorated"
  | "other_product";

/**
 * Returns the contradiction in a change of plan and quantity, or null. All of them are refused with 20005.
 *
 * @param inForce the plan and quantity that are in force and paid, not the coming ones.
 */
export function contradiction(
  inForce: PlanAndQuantity,
  wanted: PlanAndQuantity,
  behavior: ProrationBehavior,
): ChangeContradiction | null {
  const switches = wanted.planId !== inForce.planId;
  if (switches && wanted.planId !== swapCycle(inForce.planId)) return "other_product";
  const toYearly = switches && billingInterval(wanted.planId) === "year";
  if (behavior === "none") {
    if (wanted.quantity > inForce.quantity) return "more_seats_unpaid";
    return toYearly ? "yearly_unpaid" : null;
  }
  if (wanted.quantity < inForce.quantity) return "fewer_seats_prorated";
  return switches && !toYearly ? "monthly_prorated" : null;
}
