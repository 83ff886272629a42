import type Stripe from "stripe";
import type { Period } from "../money/proration.ts";
import { newId } from "./id.ts";
import { asPrice, type Plan, type Price } from "./plan.ts";
import type { TaxRate } from "./tax-rate.ts";
import type { List, Stored } from "./wire.ts";

export type SubscriptionItem = Stored<Stripe.SubscriptionItem, "quantity" | "tax_rates", { plan: Plan; price: Price }>;

/** An amount that an invoice charged for a period. Flexible billing credits from these. */
export interface Debit {
  amount: number;
  period: Period;
  quantity: number;
  plan: string;
  /** The line that billed it, or null before the invoice is written. */
  source: { invoice: string; line: string } | null;
}

/** The state of a subscription after a change, which takes effect at once or when it is paid. */
export interface Terms {
  plan: Plan;
  quantity: number;
  defaultTaxRates: TaxRate[];
  itemTaxRates: TaxRate[];
  period: Period;
  anchor: number;
  trialEnd: number | null;
  debits: Debit[];
  /** Ids of the discounts. */
  discounts: string[];
}

export type Subscription = Stored<
  Stripe.Subscription,
  "cancellation_details" | "default_tax_rates",
  { items: List<SubscriptionItem> & { data: [SubscriptionItem]; total_count: 1 } }
> & {
  sandbox: {
    debits: Debit[];
    /** The change that takes effect when `invoice` is paid. */
    pending: { terms: Terms; invoice: string; change: string | null } | null;
  };
};

function newItem(created: number, subscription: string, terms: Terms): SubscriptionItem {
  return {
    id: newId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created,
    current_period_end: terms.period.end,
    current_period_start: terms.period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: terms.plan,
    price: asPrice(terms.plan),
    quantity: terms.quantity,
    subscription,
    tax_rates: terms.itemTaxRates,
  };
}

/** The item of a subscription after a change: same id, new terms. */
export function itemWith(item: SubscriptionItem, terms: Terms): SubscriptionItem {
  return {
    ...item,
    current_period_end: terms.period.end,
    current_period_start: terms.period.start,
    plan: terms.plan,
    price: asPrice(terms.plan),
    quantity: terms.quantity,
    tax_rates: terms.itemTaxRates,
  };
}

export function billingMode(type: "classic" | "flexible", at: number): Subscription["billing_mode"] {
  return type === "classic"
    ? { flexible: null, type }
    : { flexible: { proration_discounts: "included" }, type, updated_at: at };
}

/** The fields that are the same in every new subscription. */
const AT_FIRST = {
  object: "subscription",
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: "charge_automatically",
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  status: "incomplete",
  test_clock: null,
  transfer_data: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" } },
} satisfies Partial<Subscription>;

export function newSubscription(
  created: number,
  customer: string,
  terms: Terms,
  given: Partial<Subscription> = {},
): Subscription {
  const id = given.id ?? newId("sub");
  return {
    ...AT_FIRST,
    id,
    billing_cycle_anchor: terms.anchor,
    billing_mode: billingMode("flexible", created),
    created,
    currency: terms.plan.currency,
    customer,
    default_tax_rates: terms.defaultTaxRates,
    discounts: terms.discounts,
    items: {
      object: "list",
      data: [newItem(created, id, terms)],
      has_more: false,
      total_count: 1,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    start_date: created,
    trial_end: terms.trialEnd,
    trial_start: terms.trialEnd === null ? null : created,
    sandbox: { debits: terms.debits, pending: null },
    ...given,
  };
}
