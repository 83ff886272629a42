import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Payer } from "../shared/subscription/subscription-facts.ts";
import type { ChangeableFacts } from "../shared/subscription/subscription-actions.ts";

/**
 * Returns the facts that decide which actions are available: the subscription from the purchase service for a payer,
 * otherwise the facts of the license. A recorded decrease counts as soon as either service reports it (QTY-01).
 */
export function licenseActionFacts(license: ManagedLicense, payer: Payer | null): ChangeableFacts {
  if (payer) return payer.subscription;
  const { subscription_next: next, renewing_quantity: renewing, total_seats: total } = license;
  const told = next && { plan: next.plan, quantity: next.quantity, at: new Date(next.at) };
  const fewer =
    renewing !== null && renewing < total ? { plan: license.product_id, quantity: renewing, at: new Date(0) } : null;
  return {
    plan: license.product_id,
    quantity: total,
    isActive: license.subscription_state === "active",
    isPastDue: license.subscription_status === "past_due",
    isCanceled: license.cancel_at_period_end,
    next: told ?? fewer,
    waiting: null,
  };
}
