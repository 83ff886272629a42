import { z } from "zod";
import { secret } from "./secret-fields.ts";
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

/** A plan within a subscription. */
export const subscriptionPlan = z.object({
  id,
  /** Cents per seat and interval. */
  amount: cents,
  interval,
  currency,
});

/** A discount that a coupon gives. One of `percent_off` and `amount_off` is set. */
export const subscriptionDiscount = z.object({
  /** As the vendor calls it. */
  name: z.string().nullable(),
  percent_off: z.number().nullable(),
  amount_off: cents.nullable(),
  /** Of `amount_off`. */
  currency: currency.nullable(),
  /** Invoices made from then on have no discount. Null without an end. */
  ends_at: unixSeconds.nullable(),
  /** True if only one invoice has it. */
  is_once: z.boolean(),
});
export type SubscriptionDiscount = z.infer<typeof subscriptionDiscount>;

/** A subscription: plan and quantity are the ones in force and paid. */
export const subscription = z.object({
  id,
  /** The provider's status: `active`, `past_due`, `canceled`… */
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  current_period_end: unixSeconds,
  /** The charged tax rates: none if the customer is exempt, or accounts for the tax. */
  default_tax_rates: z.array(taxRate),
  items: z.object({
    data: z.array(z.object({ id, quantity: z.int(), plan: subscriptionPlan, tax_rates: z.array(taxRate) })),
  }),
  /** Plan and quantity after a recorded decrease or switch. */
  next: z.object({ plan: z.string(), quantity: z.int(), at: unixSeconds }).nullable(),
  /** Id of the card that is charged instead of the customer's default one, or null. */
  default_payment_method: id.nullable().optional(),
  /** The license that it pays for. */
  registration_id: z.string().optional(),
  /** An increase or switch with an invoice that waits for the card holder's bank, or null. */
  waiting: z
    .object({ plan: z.string(), quantity: z.int(), invoice: id, total: cents, client_secret: secret(z.string()) })
    .nullable()
    .optional(),
  /** The discount of its next invoices, or null. */
  discount: subscriptionDiscount.nullable().optional(),
  /** The open invoice of a past-due subscription, which can be paid with another card. */
  open_invoice: z
    .object({ id, total: cents, currency, next_payment_attempt: unixSeconds.nullable() })
    .nullable()
    .optional(),
});
export type Subscription = z.infer<typeof subscription>;

/** A plan that can be subscribed to. */
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

/** A discount in the preview of a change, and whether it goes on after the change, ends with it or is used up by it. */
export const previewDiscount = subscriptionDiscount.extend({ after: z.enum(["kept", "ended", "used"]) });
export type PreviewDiscount = z.infer<typeof previewDiscount>;

/** The price of a change. `total` is due now, and the later charge is exactly this amount. */
export const invoicePreview = z.object({
  /** Proration lines first. */
  lines: z.object({ data: z.array(previewLine) }),
  subtotal: cents,
  tax: cents,
  /** Part of `tax` that the lines contain. Left out if the tax is on top of them. */
  tax_included: cents.optional(),
  total: cents,
  currency,
  quote: z.object({ id, expires_at: unixSeconds }),
  /**
   * The next invoice: `total` is what will be charged, with tax and after the customer's balance. `balance` is the
   * customer's balance at that time: negative is credit, positive is debt, such as an amount too small to be
   * charged now.
   */
  next_renewal: z.object({ total: cents, at: unixSeconds, balance: cents.optional() }).optional(),
  /** True if no tax is charged because the buyer accounts for it, with a verified tax ID. */
  reverse_charge: z.boolean().optional(),
  /** The discount before the change. The lines are net of what it takes off. */
  discount: previewDiscount.optional(),
  /**
   * Cents, without tax, by which the credit for the time left is below the list price, because a discount that is over
   * paid for that time. The provider does not give it again, so this part is charged with the change.
   */
  spent_discount: cents.optional(),
});
export type InvoicePreview = z.infer<typeof invoicePreview>;

/** An invoice. */
export const invoice = z.object({
  id,
  /** Null until it is finalized. */
  number: z.string().nullable(),
  /** The provider's status: `draft`, `open`, `paid`, `void`, `uncollectible`. */
  status: z.string(),
  total: cents,
  currency,
  created: unixSeconds,
  hosted_invoice_url: secret(z.string().nullable()),
  invoice_pdf: secret(z.string().nullable()),
  amount_due: cents.optional(),
  /** The sum of its credit notes; absent without any. */
  credited: cents.optional(),
  subscription: z.string().nullable().optional(),
});
export type Invoice = z.infer<typeof invoice>;

/** The card holder's bank requires action: the browser confirms the payment with this secret. */
export const requiresAction = z.object({ client_secret: secret(z.string()) });

/** An invoice after a payment attempt. */
export const invoiceOutcome = z.object({ invoice, requires_action: requiresAction.optional() });
export type InvoiceOutcome = z.infer<typeof invoiceOutcome>;

/** Why a payment failed: as the refusal of the call that tried it. */
export const paymentFailure = z.object({ code: z.int(), name: z.string(), message: z.string() });

/** A saved card. */
export const paymentMethod = z.object({
  id,
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() }),
  is_default: z.boolean(),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

/** Tax rates in a request: ids, or the objects from an answer. */
export const taxRateChoice = z.array(z.union([z.string(), z.looseObject({ id })]));
