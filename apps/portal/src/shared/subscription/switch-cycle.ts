import { maySwitchCycle, prorationOfSwitch, switchDirection, switchWindowSeconds } from "@foyer/domain/billing-cycle";
import { swapCycle } from "@foyer/domain/product-id";
import type { SubscriptionChange, SubscriptionFacts } from "./subscription-facts.ts";

/** Whether the billing cycle can be switched, before any confirmation. */
export type CycleSwitch =
  /** The plan has no other cycle. */
  | { readonly kind: "none" }
  /** Yearly to monthly, before the last 30 days of the term (CYCLE-01). */
  | { readonly kind: "too_early"; readonly opensAt: Date }
  | { readonly kind: "open"; readonly to: "month" | "year"; readonly change: SubscriptionChange };

/**
 * Returns the switch that is possible now: to the plan with ANNUAL and MONTHLY swapped, prorated only towards yearly
 * (CYCLE-02, CYCLE-04).
 */
export function cycleSwitch(
  { plan, quantity, periodEnd }: Pick<SubscriptionFacts, "plan" | "quantity" | "periodEnd">,
  now: Date,
): CycleSwitch {
  const direction = switchDirection(plan);
  const other = swapCycle(plan);
  if (direction === null || other === null) return { kind: "none" };
  if (!maySwitchCycle(direction, periodEnd, now)) {
    return { kind: "too_early", opensAt: new Date(periodEnd.getTime() - switchWindowSeconds * 1000) };
  }
  return {
    kind: "open",
    to: direction === "to_yearly" ? "year" : "month",
    change: { plan: other, quantity, behavior: prorationOfSwitch(direction) },
  };
}
