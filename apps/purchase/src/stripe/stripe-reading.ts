import { unixSeconds } from "@foyer/contract/wire-values";
import { isStorableQuantity } from "@foyer/domain/quantity";
import { countryOfTaxId } from "@foyer/domain/tax-ids";
import type Stripe from "stripe";
import type {
  ProviderCard,
  ProviderCreditNote,
  ProviderCountryRate,
  ProviderCustomer,
  ProviderEvent,
  ProviderInvoice,
  ProviderLine,
  ProviderPayment,
  ProviderPlan,
  ProviderPrice,
  ProviderSubscription,
  ProviderTaxId,
  ProviderTaxRate,
  TaxExempt,
} from "./payment-gateway.ts";
import { readDiscount } from "./stripe-coupons.ts";

type Expandable = string | { readonly id: string } | null | undefined;

export function idOf(value: Expandable): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : value.id;
}

export function readTaxRate(rate: Stripe.TaxRate): ProviderTaxRate {
  return { id: rate.id, percentage: rate.percentage, inclusive: rate.inclusive, display_name: rate.display_name };
}

/** Returns null for a rate of no country, or of only a part of one. */
export function readCountryRate(rate: Stripe.TaxRate): ProviderCountryRate | null {
  const { country, state } = rate;
  return country === null || state !== null ? null : { ...readTaxRate(rate), country };
}

const INTERVALS = ["month", "year"] as const;

const isStorableAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0;

/** Returns null for a plan that is not billed by month or year, that is billed by usage, or whose amount cannot be stored. */
export function readPlan(plan: Stripe.Plan): ProviderPlan | null {
  const interval = INTERVALS.find((one) => one === plan.interval);
  if (plan.amount === null || !isStorableAmount(plan.amount) || !interval || plan.interval_count !== 1) return null;
  return {
    id: plan.id,
    amount: plan.amount,
    currency: plan.currency,
    interval,
    product: idOf(plan.product) ?? "",
    nickname: plan.nickname,
    isOnSale: plan.active,
  };
}

/** Returns null for a price that no plan names, or that has no fixed amount. */
export function readOncePrice(price: Stripe.Price): ProviderPrice | null {
  const { id: priceId, lookup_key: id, unit_amount: amount, currency, product, nickname } = price;
  if (id === null || amount === null || !isStorableAmount(amount)) return null;
  return { id, priceId, amount, currency, product: idOf(product) ?? "", nickname };
}

const TAX_EXEMPT = ["none", "reverse", "exempt"] as const;

function readTaxExempt(value: string | null | undefined): TaxExempt {
  return TAX_EXEMPT.find((one) => one === value) ?? "none";
}

const VERDICTS = ["verified", "unverified", "pending", "unavailable"] as const;

export function readTaxId({ id, type, value, country, verification }: Stripe.TaxId): ProviderTaxId {
  return {
    id,
    kind: type,
    country: countryOfTaxId(type, value) || (country ?? ""),
    value,
    verification: VERDICTS.find((one) => one === verification?.status) ?? null,
  };
}

export function readCustomer(customer: Stripe.Customer): ProviderCustomer {
  const { address } = customer;
  return {
    id: customer.id,
    email: customer.email,
    name: customer.name ?? null,
    address: address
      ? {
          line1: address.line1 ?? "",
          line2: address.line2 ?? "",
          city: address.city ?? "",
          state: address.state ?? "",
          postal_code: address.postal_code ?? "",
          country: address.country ?? "",
        }
      : null,
    metadata: customer.metadata,
    defaultPaymentMethod: idOf(customer.invoice_settings.default_payment_method),
    taxExempt: readTaxExempt(customer.tax_exempt),
    customFields: (customer.invoice_settings.custom_fields ?? []).map(({ name, value }) => ({ name, value })),
    balance: customer.balance,
  };
}

function taxExemptOf(customer: Stripe.Subscription["customer"]): TaxExempt | null {
  if (typeof customer === "string") return null;
  return customer.deleted ? "none" : readTaxExempt(customer.tax_exempt);
}

/** Returns null for a kind of subscription that is not sold here, and for a quantity or a time that cannot be stored. */
export function readSubscription(subscription: Stripe.Subscription): ProviderSubscription | null {
  const item = subscription.items.data[0];
  const plan = item ? readPlan(item.plan) : null;
  const customerId = idOf(subscription.customer);
  if (!item || !plan || !customerId || !isStorableQuantity(item.quantity ?? 1)) return null;
  if (!unixSeconds.safeParse(item.current_period_end).success) return null;
  return {
    id: subscription.id,
    customerId,
    // The provider cannot store an empty value, but other writers of the metadata can.
    registrationId: subscription.metadata["registration_id"] || null,
    operationId: subscription.metadata["operation"] ?? null,
    status: subscription.status,
    billingMode: subscription.billing_mode.type,
    itemId: item.id,
    plan,
    quantity: item.quantity ?? 1,
    currency: subscription.currency,
    periodStart: item.current_period_start,
    periodEnd: item.current_period_end,
    willCancel: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    trialEnd: subscription.trial_end,
    taxExempt: taxExemptOf(subscription.customer),
    defaultTaxRates: (subscription.default_tax_rates ?? []).map(readTaxRate),
    itemTaxRates: (item.tax_rates ?? []).map(readTaxRate),
    defaultPaymentMethod: idOf(subscription.default_payment_method),
    latestInvoiceId: idOf(subscription.latest_invoice),
    hasPendingUpdate: subscription.pending_update !== null,
    discount: readDiscount(subscription),
    created: subscription.created,
    endedAt: subscription.ended_at,
  };
}

const discountOf = (discounts: readonly { readonly amount: number }[] | null): number =>
  (discounts ?? []).reduce((sum, { amount }) => sum + amount, 0);

function readLine(line: Stripe.InvoiceLineItem): ProviderLine {
  const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  const own = line.metadata["operation"] === undefined ? undefined : line.metadata["plan"];
  return {
    id: line.id,
    amount: line.amount,
    discount: discountOf(line.discount_amounts),
    description: line.description ?? "",
    period: { start: line.period.start, end: line.period.end },
    // The metadata of this service's own lines says what they pay for. Those of a change have no price.
    proration: (details?.proration ?? false) || (own !== undefined && !line.pricing?.price_details),
    planId: own ?? idOf(line.pricing?.price_details?.price),
    quantity: own === undefined ? (line.quantity ?? 1) : Number(line.metadata["quantity"]),
  };
}

function readPayment(invoice: Stripe.Invoice): ProviderPayment | null {
  const latest = invoice.payments?.data.toSorted((one, other) => other.created - one.created)[0];
  const intent = latest?.payment.payment_intent;
  if (!intent || typeof intent === "string") return null;
  const error = intent.last_payment_error;
  return {
    intentId: intent.id,
    status: intent.status,
    errorCode: error?.code ?? null,
    declineCode: error?.decline_code ?? null,
    message: error?.message ?? null,
  };
}

const taxOf = ({ total_taxes: taxes }: Pick<Stripe.Invoice, "total_taxes">): number =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** Returns the tax of a credit note, or null if it names none. */
export function taxOfNote(note: Pick<Stripe.CreditNote, "total_taxes">): number | null {
  return (note.total_taxes ?? []).length === 0 ? null : taxOf(note);
}

/** @param note read with its invoice. */
export function readCreditNote(note: Stripe.CreditNote): ProviderCreditNote {
  const { id, number, status, created, currency, total, pdf, refunds, invoice } = note;
  return {
    id,
    number,
    status,
    created,
    currency,
    total,
    tax: taxOfNote(note),
    refunded: refunds.reduce((sum, { amount_refunded: amount }) => sum + amount, 0),
    pdfUrl: pdf || null,
    invoice: typeof invoice === "string" ? null : readInvoice(invoice),
  };
}

export function readInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status ?? "draft",
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    currency: invoice.currency,
    created: invoice.created,
    subtotal: invoice.subtotal - discountOf(invoice.total_discount_amounts),
    total: invoice.total,
    tax: taxOf(invoice),
    taxRates: (invoice.total_taxes ?? []).flatMap(({ tax_rate_details: details }) => details?.tax_rate ?? []),
    customFields: (invoice.custom_fields ?? []).map(({ name, value }) => ({ name, value })),
    amountDue: invoice.amount_due,
    startingBalance: invoice.starting_balance,
    amountPaid: invoice.amount_paid,
    paidAt: invoice.status_transitions.paid_at,
    credited: invoice.pre_payment_credit_notes_amount + invoice.post_payment_credit_notes_amount,
    billingReason: invoice.billing_reason,
    operationId: invoice.metadata?.["operation"] ?? null,
    attempted: invoice.attempted,
    nextPaymentAttempt: invoice.next_payment_attempt,
    hostedUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
    lines: invoice.lines.data.map(readLine),
    clientSecret: invoice.confirmation_secret?.client_secret ?? null,
    payment: readPayment(invoice),
  };
}

/** Returns null for a payment method that is not a card. */
export function readCard(method: Stripe.PaymentMethod): ProviderCard | null {
  if (!method.card) return null;
  return {
    id: method.id,
    customerId: idOf(method.customer),
    brand: method.card.brand,
    last4: method.card.last4,
    expMonth: method.card.exp_month,
    expYear: method.card.exp_year,
    created: method.created,
  };
}

interface EventObject {
  readonly id?: string;
  readonly object?: string;
  readonly customer?: Expandable;
  readonly charge?: Expandable;
  readonly parent?: { readonly subscription_details?: { readonly subscription?: Expandable } | null } | null;
}

/**
 * Returns what an event is about. The object itself is read again, because events arrive late and in any order.
 *
 * @param livemode the mode of our key.
 */
export function readEvent(event: Stripe.Event, livemode: boolean): ProviderEvent {
  const account = event.account ?? null;
  const object = (event.data?.object ?? {}) as EventObject;
  const isSubscription = object.object === "subscription";
  return {
    id: event.id,
    type: event.type,
    created: event.created,
    account,
    livemode: event.livemode,
    isOurs: account === null && event.livemode === livemode,
    objectId: object.id ?? null,
    chargeId: object.object === "charge" ? (object.id ?? null) : idOf(object.charge),
    subscriptionId: isSubscription ? (object.id ?? null) : idOf(object.parent?.subscription_details?.subscription),
    customerId: object.object === "customer" ? (object.id ?? null) : idOf(object.customer),
  };
}
