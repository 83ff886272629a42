import type { Period } from "../money/proration.ts";
import { newId } from "./id.ts";
import { asPrice, type Plan, type Price } from "./plan.ts";
import type { TaxRate } from "./tax-rate.ts";

export interface SubscriptionItem {
  id: string;
  object: "subscription_item";
  billing_thresholds: null;
  created: number;
  current_period_end: number;
  current_period_start: number;
  current_trial: null;
  discounts: [];
  metadata: Record<string, string>;
  plan: Plan;
  price: Price;
  quantity: number;
  subscription: string;
  tax_rates: TaxRate[];
}

export type SubscriptionStatus =
  | "active"
  | "trialing"
  | "past_due"
  | "incomplete"
  | "incomplete_expired"
  | "canceled"
  | "unpaid";

/** An amount really put on an invoice for a time: what flexible billing credits from. */
export interface Debit {
  amount: number;
  period: Period;
  quantity: number;
  plan: string;
  /** The line that billed it, where there is one already. */
  source: { invoice: string; line: string } | null;
}

/** All that a change makes of a subscription, whether it comes at once or when it is paid. */
export interface Terms {
  plan: Plan;
  quantity: number;
  defaultTaxRates: TaxRate[];
  itemTaxRates: TaxRate[];
  period: Period;
  anchor: number;
  trialEnd: number | null;
  debits: Debit[];
}

interface PendingUpdate {
  billing_cycle_anchor: number | null;
  cancel_at_period_end: null;
  discount: null;
  discounts: null;
  expires_at: number;
  metadata: null;
  subscription_items: SubscriptionItem[] | null;
  trial_end: number | null;
  trial_from_plan: null;
}

export interface Subscription {
  id: string;
  object: "subscription";
  application: null;
  application_fee_percent: null;
  automatic_tax: { disabled_reason: null; enabled: false; liability: null };
  billing_cycle_anchor: number;
  billing_cycle_anchor_config: null;
  billing_mode: {
    flexible: { proration_discounts: "included" } | null;
    type: "classic" | "flexible";
    updated_at?: number;
  };
  billing_schedules: [];
  billing_thresholds: null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: {
    comment: string | null;
    feedback: string | null;
    feedback_option: null;
    reason: string | null;
  };
  collection_method: "charge_automatically";
  created: number;
  currency: string;
  customer: string;
  customer_account: null;
  days_until_due: null;
  default_payment_method: string | null;
  default_source: null;
  default_tax_rates: TaxRate[];
  description: string | null;
  discounts: [];
  ended_at: number | null;
  invoice_settings: {
    account_tax_ids: null;
    custom_fields: null;
    description: null;
    footer: null;
    issuer: { type: "self" };
  };
  items: { object: "list"; data: [SubscriptionItem]; has_more: false; total_count: 1; url: string };
  latest_invoice: string | null;
  livemode: false;
  managed_payments: null;
  metadata: Record<string, string>;
  next_pending_invoice_item_invoice: null;
  on_behalf_of: null;
  pause_collection: null;
  payment_settings: {
    payment_method_options: null;
    payment_method_types: null;
    save_default_payment_method: "off" | "on_subscription";
  };
  pending_invoice_item_interval: null;
  pending_setup_intent: null;
  pending_update: PendingUpdate | null;
  schedule: null;
  start_date: number;
  status: SubscriptionStatus;
  test_clock: string | null;
  transfer_data: null;
  trial_end: number | null;
  trial_settings: { end_behavior: { billing_cycle_anchor: null; missing_payment_method: "create_invoice" } };
  trial_start: number | null;
  sandbox: {
    debits: Debit[];
    /** What waits for `invoice` to be paid. */
    pending: { terms: Terms; invoice: string; change: string | null } | null;
  };
}

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

/** The one item of a subscription as `terms` make it, under its own id. */
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

/** What every new subscription says alike. */
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
