import type { Plan, Subscription } from "@foyer/contract/subscription-wire";
import { cents, seatsPrice } from "@foyer/domain/money";
import { renewalDue, type RenewalDue } from "@foyer/domain/proration";

export interface Charge extends RenewalDue {
  readonly currency: string;
  /** Unix seconds. */
  readonly at: number;
}

/**
 * Returns the earliest renewal among the subscriptions that renew, with the changes recorded for it; null if none
 * renews; `unknown` if the plan that it switches to is not among the loaded plans.
 *
 * @param balance the customer's, in cents: negative is credit, which that renewal uses first.
 */
export function nextCharge(
  subscriptions: readonly Subscription[],
  plans: readonly Plan[],
  balance: number,
): Charge | "unknown" | null {
  const [next] = subscriptions
    .filter(({ status, cancel_at_period_end: ends }) => status === "active" && !ends)
    .toSorted((one, other) => one.current_period_end - other.current_period_end);
  return next ? renewalOf(next, plans, balance) : null;
}

function renewalOf(subscription: Subscription, plans: readonly Plan[], balance: number): Charge | "unknown" | null {
  const item = subscription.items.data[0];
  if (!item) return null;
  const { next } = subscription;
  const plan = next && next.plan !== item.plan.id ? plans.find(({ id }) => id === next.plan) : item.plan;
  if (!plan) return "unknown";
  const price = seatsPrice(cents(plan.amount), next?.quantity ?? item.quantity);
  const due = renewalDue(price, subscription.default_tax_rates, cents(balance), plan.currency);
  return { ...due, currency: plan.currency, at: subscription.current_period_end };
}
