import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { invoice, invoiceOutcome, invoicePreview, taxRateChoice } from "./subscription-wire.ts";
import { id } from "./wire-values.ts";

const ofSubscription = z.object({ id, subscription: id });

/** Returns what a change would cost. */
export const previewInvoice = endpoint("previewInvoice", {
  requirement: "PUR-10",
  beforeProof: true,
  access: "customer",
  summary: "Preview what a change would cost",
  params: ofSubscription,
  body: z.object({
    plan: z.string(),
    quantity: z.int(),
    default_tax_rates: taxRateChoice.optional(),
    subscription_item_id: z.string().optional(),
  }),
  reply: invoicePreview,
  refusals: ["object.not_found", "subscription.forbidden", "rate.limited", "quote.dead", "provider.unavailable"],
});

/**
 * Charges the confirmed change, and applies it once paid. Returns the result of that change only. After three declined
 * payments in a day, every charge of the customer is refused with `rate.limited` for a day.
 */
export const createInvoice = endpoint("createInvoice", {
  requirement: "PUR-11",
  access: "customer",
  summary: "Charge and apply the confirmed change",
  params: ofSubscription,
  body: z.object({
    auto_advance: z.boolean().optional(),
    /**
     * Id of the confirmed preview. Exactly its change is charged, or nothing. Without it, the caller's last
     * staged change.
     */
    quote: z.string().optional(),
  }),
  reply: invoiceOutcome,
  refusals: [
    "object.not_found",
    "payment.declined",
    "payment.authentication_failed",
    "subscription.forbidden",
    "quote.dead",
    "rate.limited",
    "provider.unavailable",
  ],
});

/**
 * Returns what `createInvoice` answered, or would answer, for a quote that the caller has confirmed. Charges nothing. Refuses
 * with `object.not_found` if no charge of the quote was begun, and with `provider.unavailable` while it runs.
 */
export const readCharge = endpoint("readCharge", {
  requirement: "QTY-11",
  access: "customer",
  summary: "Read the result of a confirmed charge",
  params: ofSubscription.extend({ quote: id }),
  reply: invoiceOutcome,
  refusals: [
    "object.not_found",
    "payment.declined",
    "payment.authentication_failed",
    "subscription.forbidden",
    "quote.dead",
    "provider.unavailable",
  ],
});

/** Finalizes an invoice, or returns its state. Repeating it changes nothing. */
export const finalizeInvoice = endpoint("finalizeInvoice", {
  requirement: "PUR-12",
  access: "person",
  summary: "Finalize an invoice",
  params: z.object({ invoice: id }),
  reply: invoiceOutcome,
  refusals: [
    "object.not_found",
    "payment.declined",
    "payment.authentication_failed",
    "quote.dead",
    "provider.unavailable",
  ],
});

/** Lists invoices, newest first. */
export const listInvoices = endpoint("listInvoices", {
  access: "customer",
  summary: "List the invoices of a customer",
  params: z.object({ id }),
  /** `starting_after` is the id of the last invoice on the previous page. */
  query: z.object({ limit: z.int().min(1).max(100).optional(), starting_after: z.string().optional() }),
  reply: z.object({ invoices: z.array(invoice), has_more: z.boolean() }),
  refusals: ["provider.unavailable"],
});

/** Pays an open invoice with the named card, or with the default card. */
export const payInvoice = endpoint("payInvoice", {
  access: "customer",
  summary: "Pay an open invoice",
  params: z.object({ id, invoice: id }),
  body: z.object({ payment_method: z.string().optional() }),
  reply: invoiceOutcome,
  refusals: [
    "object.not_found",
    "payment.declined",
    "payment.authentication_failed",
    "subscription.forbidden",
    "rate.limited",
    "provider.unavailable",
  ],
});

/** Receives an event of the payment provider. The signature is checked over the raw body. */
export const takeProviderEvent = endpoint("takeProviderEvent", {
  access: "provider",
  summary: "Take an event of the payment provider",
  body: z.looseObject({}),
  reply: z.object({ received: z.literal(true) }),
  refusals: ["input.malformed"],
});
