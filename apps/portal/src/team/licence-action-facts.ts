import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Payer } from "../shared/subscription/carry-out.ts";
import type { ChangeableFacts } from "../shared/subscription/subscription-actions.ts";

/**
 * What decides which actions are open: the subscription as the payer's service has it, and where the person does not
 * pay, what the licence says of it. A recorded decrease counts from whichever service knows of it first (QTY-01).
 */
export function licenceActionFacts(licence: ManagedLicense, payer: Payer | null): ChangeableFacts {
  if (payer) return payer.subscription;
  const { subscription_next: next, renewing_quantity: renewing, total_seats: total } = licence;
  const told = next && { plan: next.plan, quantity: next.quantity, at: new Date(next.at) };
  const fewer =
    renewing !== null && renewing < total ? { plan: licence.product_id, quantity: renewing, at: new Date(0) } : null;
  return {
    plan: licence.product_id,
    quantity: total,
    isActive: licence.subscription_state === "active",
    isPastDue: licence.subscription_status === "past_due",
    isCancelled: licence.cancel_at_period_end,
    next: told ?? fewer,
    waiting: null,
  };
}
