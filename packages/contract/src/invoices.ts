import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { secret } from "./secret-fields.ts";
import { invoice, invoiceOutcome, invoicePreview, paymentFailure, taxRateChoice } from "./subscription-wire.ts";
import { id } from "./wire-values.ts";

const ofSubscription = z.object({ id, subscription: id });

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

const ofPayment = z.object({ id, payment: id.max(255) });

/** The payment of a quote or of an open invoice, and its state. */
export const payment = z.object({
  /** Id of the quote or of the invoice, as in the path. */
  id,
  /**
   * `open` can be paid, `paying` is being paid, `waiting` waits for the card holder's bank, `paid` is in force or recorded
   * for the next period, `failed` was not paid, `over` can no longer be paid.
   */
  state: z.enum(["open", "paying", "waiting", "paid", "failed", "over"]),
  /** The change that it pays for. Null for an invoice of a period. */
  change: z.object({ subscription: id, plan: z.string(), quantity: z.int() }).nullable(),
  /** While it waits: the browser continues the payment with this secret. */
  client_secret: secret(z.string()).optional(),
  /** The paid invoice. */
  invoice: invoice.optional(),
  /** Why it failed. */
  failure: paymentFailure.optional(),
});
export type Payment = z.infer<typeof payment>;

/**
 * Reads a payment: of a quote that was shown to the caller, or of an invoice. A read completes a payment that waits for the
 * bank. It charges nothing.
 */
export const readPayment = endpoint("readPayment", {
  requirement: "QTY-11",
  access: "customer",
  summary: "Read what became of a payment",
  params: ofPayment,
  reply: z.object({ payment }),
  refusals: ["object.not_found", "provider.unavailable"],
});

/**
 * Makes the change of a quote and charges its amount, or pays an open invoice. Both use the default card. Repeating it for a
 * quote pays once and has the same answer. After a refusal nothing was charged.
 */
export const makePayment = endpoint("makePayment", {
  requirement: "QTY-08",
  access: "customer",
  summary: "Pay for a quoted change or an open invoice",
  params: ofPayment,
  reply: z.object({ payment }),
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

/** Receives an event of the payment provider. The signature is checked over the raw body. */
export const takeProviderEvent = endpoint("takeProviderEvent", {
  access: "provider",
  summary: "Take an event of the payment provider",
  body: z.looseObject({}),
  reply: z.object({ received: z.literal(true) }),
  refusals: ["input.malformed"],
});
