import type { Plan, Subscription } from "@foyer/contract/subscription-wire";
import { type Discount, discountedPrice } from "@foyer/domain/discount";
import { type Cents, cents, seatsPrice } from "@foyer/domain/money";
import { renewalDue, type RenewalDue } from "@foyer/domain/proration";

export interface Charge extends RenewalDue {
  readonly currency: string;
  /** What the subscription's discount takes off. */
  readonly discount: Cents;
  /** Unix seconds. */
  readonly at: number;
}

/** Returns the renewals of the subscriptions that renew, by their ids; the earliest one first, which uses the balance. */
export function renewals(
  subscriptions: readonly Subscription[],
  plans: readonly Plan[],
  balance: number,
): ReadonlyMap<string, Charge | "unknown" | null> {
  const renewing = subscriptions
    .filter(({ status, cancel_at_period_end: ends }) => status === "active" && !ends)
    .toSorted((one, other) => one.current_period_end - other.current_period_end);
  return new Map(renewing.map((one, at) => [one.id, renewalOf(one, plans, at === 0 ? balance : 0)]));
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
  const [next = null] = renewals(subscriptions, plans, balance).values();
  return next;
}

function discountOf({ discount }: Subscription): Discount | null {
  if (!discount) return null;
  return { percentOff: discount.percent_off, amountOff: discount.amount_off, endsAt: discount.ends_at };
}

function renewalOf(subscription: Subscription, plans: readonly Plan[], balance: number): Charge | "unknown" | null {
  const item = subscription.items.data[0];
  if (!item) return null;
  const { next } = subscription;
  const plan = next && next.plan !== item.plan.id ? plans.find(({ id }) => id === next.plan) : item.plan;
  if (!plan) return "unknown";
  const full = seatsPrice(cents(plan.amount), next?.quantity ?? item.quantity);
  const at = subscription.current_period_end;
  const price = discountedPrice(full, discountOf(subscription), at);
  const rates = item.tax_rates.length > 0 ? item.tax_rates : subscription.default_tax_rates;
  const due = renewalDue(price, rates, cents(balance), plan.currency);
  return { ...due, discount: cents(full - price), currency: plan.currency, at };
}
