import type { Plan, Subscription } from "@foyer/contract/subscription-wire";
import { type Cents, cents, seatsPrice } from "@foyer/domain/money";

export interface Charge {
  /** Before tax. */
  readonly amount: Cents;
  readonly currency: string;
  /** Unix seconds. */
  readonly at: number;
  readonly hasTax: boolean;
}

/** The earliest renewal of the subscriptions that renew, with what is recorded for it; null when nothing renews. */
export function nextCharge(subscriptions: readonly Subscription[], plans: readonly Plan[]): Charge | null {
  const charges = subscriptions
    .filter(({ status, cancel_at_period_end: ends }) => status === "active" && !ends)
    .map((subscription) => renewalOf(subscription, plans))
    .filter((charge) => charge !== null);
  return charges.toSorted((one, other) => one.at - other.at)[0] ?? null;
}

function renewalOf(subscription: Subscription, plans: readonly Plan[]): Charge | null {
  const item = subscription.items.data[0];
  if (!item) return null;
  const { next } = subscription;
  const plan = next ? (plans.find(({ id }) => id === next.plan) ?? item.plan) : item.plan;
  return {
    amount: seatsPrice(cents(plan.amount), next?.quantity ?? item.quantity),
    currency: plan.currency,
    at: subscription.current_period_end,
    hasTax: subscription.default_tax_rates.some(({ inclusive }) => !inclusive),
  };
}
