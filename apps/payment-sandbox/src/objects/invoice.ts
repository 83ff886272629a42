import type Stripe from "stripe";
import type { Customer } from "./customer.ts";
import { newId } from "./id.ts";
import type { InvoiceLine, TaxShare } from "./invoice-line.ts";
import { totals } from "./invoice-totals.ts";
import type { Subscription } from "./subscription.ts";
import type { List, Stored } from "./wire.ts";

export type Invoice = Stored<
  Stripe.Invoice,
  "billing_reason" | "customer" | "customer_tax_exempt" | "customer_tax_ids" | "status",
  {
    lines: List<InvoiceLine> & { total_count: number };
    total_taxes: TaxShare[];
  }
> & {
  sandbox: {
    /** Number of planned retries that have run. */
    retries: number;
    paymentIntent: string | null;
    /** A call gave it custom fields, which it keeps when it is finalized. */
    ownFields: boolean;
  };
};

export interface InvoiceFacts {
  id?: string;
  created: number;
  customer: Customer;
  subscription: Subscription | null;
  /** Fields that the caller sets. */
  given?: Partial<Invoice>;
  period: { start: number; end: number };
  billingReason: Invoice["billing_reason"];
  prorationDate?: number | undefined;
}

/** The fields that are the same in every new invoice. */
const AT_FIRST = {
  object: "invoice",
  account_tax_ids: null,
  amount_due: 0,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_remaining: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: false,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: "charge_automatically",
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: "self" },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  parent: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status: "draft",
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  subtotal: 0,
  subtotal_excluding_tax: 0,
  test_clock: null,
  total: 0,
  total_discount_amounts: [],
  total_excluding_tax: 0,
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
  sandbox: { retries: 0, paymentIntent: null, ownFields: false },
} satisfies Partial<Invoice>;

function blank(facts: InvoiceFacts): Invoice {
  const { created, customer, subscription } = facts;
  const id = facts.id ?? newId("in");
  return {
    // A copy, because later steps change the nested objects, which all invoices would otherwise share.
    ...structuredClone(AT_FIRST),
    id,
    account_country: "US",
    account_name: "Payment sandbox",
    billing_reason: facts.billingReason,
    created,
    currency: subscription?.currency ?? customer.currency ?? "usd",
    custom_fields: customer.invoice_settings.custom_fields,
    customer: customer.id,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_tax_exempt: customer.tax_exempt,
    default_tax_rates: subscription?.default_tax_rates ?? [],
    lines: { object: "list", data: [], has_more: false, total_count: 0, url: `/v1/invoices/${id}/lines` },
    period_end: facts.period.end,
    period_start: facts.period.start,
    starting_balance: customer.balance,
  };
}

/** A draft without lines. */
export function newInvoice(facts: InvoiceFacts): Invoice {
  const { subscription } = facts;
  const parent: Invoice["parent"] = subscription && {
    quote_details: null,
    subscription_details: {
      metadata: subscription.metadata,
      subscription: subscription.id,
      ...(facts.prorationDate === undefined ? {} : { subscription_proration_date: facts.prorationDate }),
    },
    type: "subscription_details",
  };
  return { ...blank(facts), parent, ...facts.given };
}

/** The invoice with these lines, and with the totals that they make. */
export function withLines(invoice: Invoice, lines: InvoiceLine[]): Invoice {
  return {
    ...invoice,
    lines: { ...invoice.lines, data: lines, total_count: lines.length },
    ...totals(lines, invoice.starting_balance),
  };
}

export function subscriptionOf(invoice: Invoice): string | null {
  return invoice.parent?.subscription_details?.subscription ?? null;
}
