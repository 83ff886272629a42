import type Stripe from "stripe";
import type {
  ChargedChange,
  NewSubscription,
  PaymentGateway,
  ProviderSubscription,
  Unreadable,
} from "./payment-gateway.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { DISCOUNT } from "./stripe-coupons.ts";
import { readSubscription } from "./stripe-reading.ts";

function sold(subscription: Stripe.Subscription): ProviderSubscription {
  const read = readSubscription(subscription);
  if (!read) throw new Error(`subscription ${subscription.id} is of a kind that is not sold here`);
  return read;
}

function creation({
  customerId,
  registrationId,
  plan,
  quantity,
  taxRates,
  operationId,
  isPaidLater = false,
  coupon,
}: NewSubscription): Stripe.SubscriptionCreateParams {
  return {
    customer: customerId,
    items: [{ plan, quantity }],
    ...(taxRates.length > 0 ? { default_tax_rates: [...taxRates] } : {}),
    ...(coupon === undefined ? {} : { discounts: [{ coupon }] }),
    metadata: { registration_id: registrationId, operation: operationId },
    // Otherwise the provider keeps no subscription if its first payment fails.
    payment_behavior: isPaidLater ? "default_incomplete" : "error_if_incomplete",
  };
}

/** Returns the item of a change. Names its price only if that changes. */
export function changedItem({ itemId, plan, quantity }: Pick<ChargedChange, "itemId" | "plan" | "quantity">) {
  return { id: itemId, quantity, ...(plan === undefined ? {} : { plan }) };
}

function unreadable({ status, metadata, items }: Stripe.Subscription): Unreadable {
  const [item] = items.data;
  const what = item ? `${item.quantity ?? 1} of ${item.plan.id}` : "nothing";
  return { status, registrationId: metadata["registration_id"] ?? null, what };
}

function reading({ stripe, read, find }: StripeCaller) {
  return {
    // Includes the customer, because its tax status decides whether the tax rates are charged.
    subscription: (id) =>
      find(async () => readSubscription(await stripe.subscriptions.retrieve(id, { expand: ["customer", DISCOUNT] }))),
    unreadableSubscription: (id) =>
      find(async () => {
        const subscription = await stripe.subscriptions.retrieve(id);
        return readSubscription(subscription) ? null : unreadable(subscription);
      }),
    subscriptions: (customer) =>
      read(async () => {
        const { data } = await stripe.subscriptions.list({ customer, status: "all", limit: 100 });
        return data.flatMap((subscription) => readSubscription(subscription) ?? []);
      }),
  } satisfies Partial<PaymentGateway>;
}

export function stripeSubscriptions(caller: StripeCaller) {
  const { stripe, call } = caller;
  const update = (id: string, change: Stripe.SubscriptionUpdateParams, key: string): Promise<ProviderSubscription> =>
    call(async () => sold(await stripe.subscriptions.update(id, change, { idempotencyKey: key })));
  return {
    ...reading(caller),
    createSubscription: (input, key) =>
      call(async () => sold(await stripe.subscriptions.create(creation(input), { idempotencyKey: key }))),
    changeCharged: (id, change, key) =>
      update(
        id,
        {
          items: [changedItem(change)],
          proration_behavior: "always_invoice",
          proration_date: change.prorationAt,
          payment_behavior: "pending_if_incomplete",
          ...(change.restartPeriod ? { billing_cycle_anchor: { type: "now" } } : {}),
          ...(change.endsDiscount ? { discounts: "" } : {}),
        },
        key,
      ),
    changeQuietly: (id, { trialEnd, endsDiscount, ...item }, key) =>
      update(
        id,
        {
          items: [changedItem(item)],
          proration_behavior: "none",
          ...(trialEnd === undefined ? {} : { trial_end: trialEnd }),
          ...(endsDiscount ? { discounts: "" } : {}),
        },
        key,
      ),
    cancelSubscription: async (id, key) => {
      try {
        await call(() => stripe.subscriptions.cancel(id, {}, { idempotencyKey: key }));
      } catch (error) {
        if (!(error instanceof ProviderFailure && (error.kind === "missing" || error.kind === "invalid"))) throw error;
      }
    },
    setAutoRenewal: (id, willCancel, key) => update(id, { cancel_at_period_end: willCancel }, key),
    setSubscriptionCard: async (id, paymentMethod, key) => {
      await update(id, { default_payment_method: paymentMethod }, key);
    },
  } satisfies Partial<PaymentGateway>;
}
