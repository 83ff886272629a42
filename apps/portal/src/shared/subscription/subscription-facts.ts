import type { Plan, Subscription } from "@foyer/contract/subscription-wire";
import type { ProrationBehavior } from "@foyer/domain/billing-cycle";
import { fromUnixSeconds } from "@foyer/domain/dates";
import { type Cents, cents, seatsPrice } from "@foyer/domain/money";

/** A change of plan or quantity, as requested from the purchase service. */
export interface SubscriptionChange {
  readonly plan: string;
  readonly quantity: number;
  readonly behavior: ProrationBehavior;
}

/** The payer and the subscription to change. */
export interface Payer {
  readonly customerId: string;
  readonly subscription: SubscriptionFacts;
}

/** The parts of the provider's subscription that the screens need. */
export interface SubscriptionFacts {
  readonly id: string;
  readonly itemId: string;
  readonly plan: string;
  /** In force and paid. */
  readonly quantity: number;
  readonly unitAmount: Cents;
  readonly currency: string;
  readonly interval: "month" | "year";
  readonly isActive: boolean;
  readonly isPastDue: boolean;
  readonly isCanceled: boolean;
  readonly periodEnd: Date;
  /** Id of the card that is charged instead of the customer's default one. */
  readonly ownCard: string | null;
  readonly taxRates: Subscription["default_tax_rates"];
  /** The item's own tax rates replace those of the subscription. */
  readonly chargedRates: Subscription["default_tax_rates"];
  /** Plan and quantity after a recorded decrease or switch. */
  readonly next: { readonly plan: string; readonly quantity: number; readonly at: Date } | null;
  /** A change with an invoice that waits for the cardholder's bank. */
  readonly waiting: {
    readonly plan: string;
    readonly quantity: number;
    readonly invoice: string;
    readonly total: Cents;
    readonly secret: string;
  } | null;
}

/** Returns null for a subscription without an item, which has nothing to show or to change. */
export function subscriptionFacts(subscription: Subscription): SubscriptionFacts | null {
  const [item] = subscription.items.data;
  if (!item) return null;
  const { next, waiting, status } = subscription;
  const taxRates = subscription.default_tax_rates;
  return {
    id: subscription.id,
    itemId: item.id,
    plan: item.plan.id,
    quantity: item.quantity,
    unitAmount: cents(item.plan.amount),
    currency: item.plan.currency,
    interval: item.plan.interval,
    isActive: status === "active" || status === "trialing" || status === "past_due",
    isPastDue: status === "past_due",
    isCanceled: subscription.cancel_at_period_end,
    periodEnd: fromUnixSeconds(subscription.current_period_end),
    ownCard: subscription.default_payment_method ?? null,
    taxRates,
    chargedRates: item.tax_rates.length > 0 ? item.tax_rates : taxRates,
    next: next && { plan: next.plan, quantity: next.quantity, at: fromUnixSeconds(next.at) },
    waiting: waiting
      ? {
          plan: waiting.plan,
          quantity: waiting.quantity,
          invoice: waiting.invoice,
          total: cents(waiting.total),
          secret: waiting.client_secret,
        }
      : null,
  };
}

/** Returns true while a recorded decrease or switch, or a payment that waits for the bank, prevents another change. */
export function isChangePending({ next, waiting }: Pick<SubscriptionFacts, "next" | "waiting">): boolean {
  return next !== null || waiting !== null;
}

/**
 * Returns the price of the next period before tax, by the plan and quantity that will be in force (TEAM-06); null if
 * a price is unknown.
 */
export function renewalPrice(facts: SubscriptionFacts, plans: readonly Plan[]): Cents | null {
  if (!facts.next || facts.next.plan === facts.plan) {
    return seatsPrice(facts.unitAmount, facts.next?.quantity ?? facts.quantity);
  }
  const { plan, quantity } = facts.next;
  const coming = plans.find(({ id }) => id === plan);
  return coming ? seatsPrice(cents(coming.amount), quantity) : null;
}
