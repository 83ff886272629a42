import { z } from "zod";
import { cents, currency, id, unixSeconds } from "./wire-values.ts";

/** A tax rate of the payment provider. */
export const taxRate = z.object({
  id,
  percentage: z.number(),
  inclusive: z.boolean(),
  display_name: z.string(),
});
export type TaxRate = z.infer<typeof taxRate>;

/** How often a plan is billed. */
export const interval = z.enum(["month", "year"]);
export type Interval = z.infer<typeof interval>;

/** A plan as a subscription names it. */
export const subscriptionPlan = z.object({
  id,
  /** Cents a seat and interval. */
  amount: cents,
  interval,
  currency,
});
export type SubscriptionPlan = z.infer<typeof subscriptionPlan>;

/** A subscription: plan and quantity are the ones in force and paid. */
export const subscription = z.object({
  id,
  /** The provider's word: `active`, `past_due`, `canceled`… */
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  current_period_end: unixSeconds,
  /** Those that are charged: none where the customer is exempt, or accounts for the tax. */
  default_tax_rates: z.array(taxRate),
  items: z.object({
    data: z.array(z.object({ id, quantity: z.int(), plan: subscriptionPlan, tax_rates: z.array(taxRate) })),
  }),
  /** What a recorded decrease or switch will make of them. */
  next: z.object({ plan: z.string(), quantity: z.int(), at: unixSeconds }).nullable(),
  /** The license that it pays for. */
  registration_id: z.string().optional(),
  /** An increase or switch whose invoice waits for the card holder's bank; null where none does. */
  waiting: z
    .object({ plan: z.string(), quantity: z.int(), invoice: id, total: cents, client_secret: z.string() })
    .nullable()
    .optional(),
  /** The open invoice of a past-due subscription, which can be paid with another card. */
  open_invoice: z
    .object({ id, total: cents, currency, next_payment_attempt: unixSeconds.nullable() })
    .nullable()
    .optional(),
});
export type Subscription = z.infer<typeof subscription>;

/** Something that can be subscribed to. */
export const plan = z.object({
  id,
  amount: cents,
  currency,
  interval,
  product: z.string(),
  nickname: z.string().nullable(),
});
export type Plan = z.infer<typeof plan>;

/** One line of a preview. */
export const previewLine = z.object({
  /** Negative is a credit. */
  amount: cents,
  description: z.string(),
  period: z.object({ start: unixSeconds, end: unixSeconds }),
  proration: z.boolean(),
});
export type PreviewLine = z.infer<typeof previewLine>;

/** What a change would cost: `total` is due now, and equal to the cent to what is then charged. */
export const invoicePreview = z.object({
  /** Proration lines first. */
  lines: z.object({ data: z.array(previewLine) }),
  subtotal: cents,
  tax: cents,
  total: cents,
  currency,
  quote: z.object({ id, expires_at: unixSeconds }),
  /**
   * The next invoice: `total` is what will be charged, tax included and the customer's balance counted, which is then
   * `balance`: negative is credit, positive is owed, as an amount too small to be charged now is.
   */
  next_renewal: z.object({ total: cents, at: unixSeconds, balance: cents.optional() }).optional(),
  /** No tax is charged, as the buyer accounts for it: by a tax id that was verified. */
  reverse_charge: z.boolean().optional(),
});
export type InvoicePreview = z.infer<typeof invoicePreview>;

/** An invoice. */
export const invoice = z.object({
  id,
  /** Null until it is finalized. */
  number: z.string().nullable(),
  /** The provider's word: `draft`, `open`, `paid`, `void`, `uncollectible`. */
  status: z.string(),
  total: cents,
  currency,
  created: unixSeconds,
  hosted_invoice_url: z.string().nullable(),
  invoice_pdf: z.string().nullable(),
  amount_due: cents.optional(),
  subscription: z.string().nullable().optional(),
});
export type Invoice = z.infer<typeof invoice>;

/** What the card holder's bank wants to know: confirm the payment with this secret, in the browser. */
export const requiresAction = z.object({ client_secret: z.string() });

/** An invoice after a try to pay it. */
export const invoiceOutcome = z.object({ invoice, requires_action: requiresAction.optional() });
export type InvoiceOutcome = z.infer<typeof invoiceOutcome>;

/** A saved card. */
export const paymentMethod = z.object({
  id,
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  is_default: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** Tax rates in a request: ids, or the objects that an answer gave. */
export const taxRateChoice = z.array(z.union([z.string(), z.looseObject({ id })]));
