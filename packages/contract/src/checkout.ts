import { seatCountMax, seatCountMin } from "@foyer/domain/quantity";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { sentBillingDetails } from "./customers.ts";
import { reference } from "./references.ts";
import { releasedSeats } from "./seats.ts";
import { secret } from "./secret-fields.ts";
import { interval, invoice, paymentFailure, subscriptionDiscount, taxRate } from "./subscription-wire.ts";
import { cents, currency, id, unixSeconds } from "./wire-values.ts";

/** A plan on sale. */
const planOnSale = z.object({
  id,
  /** Null if it is paid once. */
  interval: interval.nullable(),
  /** Cents for one seat and interval, or once, without tax. */
  amount: cents,
  currency,
});

/** A product on sale: code and major version. */
export const productOnSale = z.object({
  /** `OUTLINE-5` */
  id,
  /** `Outlinear 5` */
  name: z.string(),
  /** Yearly first, then monthly, then what is paid once. */
  plans: z.array(planOnSale).min(1),
  /** Cents that one seat costs less in a year when it is paid yearly. Absent without both plans in one currency. */
  year_saves: cents.optional(),
  /** Days of its trial without a card. Absent without one. */
  trial_days: z.int().optional(),
});
export type ProductOnSale = z.infer<typeof productOnSale>;

/** The plans on sale. */
export const catalogue = z.object({
  products: z.array(productOnSale),
  /** True if the tax depends on the buyer's country. */
  taxed_by_country: z.boolean(),
});
export type Catalogue = z.infer<typeof catalogue>;

export const readCatalogue = endpoint("readCatalogue", {
  requirement: "BUY-01",
  access: "open",
  summary: "List what is on sale",
  cacheSeconds: 60,
  reply: catalogue,
  refusals: ["provider.unavailable"],
});

const params = z.object({ checkout: id });

/** Something to agree to before paying, with the text that is ticked. */
export const consent = z.object({ id, version: z.string(), text: z.string(), link: z.string().nullable() });
export type Consent = z.infer<typeof consent>;

/** The offer of a checkout, and its state. Times are Unix seconds. */
export const checkout = z.object({
  id,
  /**
   * `open` can be paid, `paying` is being paid, `waiting` waits for the card holder's bank, `paid` has its license or
   * gets it soon, `failed` was not paid and can be paid again, `over` can no longer be paid.
   */
  state: z.enum(["open", "paying", "waiting", "paid", "failed", "over"]),
  /** The buyer's customer. */
  customer: id,
  plan: planOnSale,
  /** `Outlinear 5` */
  product: z.string(),
  quantity: z.int(),
  lines: z.array(z.object({ description: z.string(), amount: cents })),
  /** Sum of the lines: the price, minus what a coupon takes off. */
  subtotal: cents,
  tax: cents,
  /** Part of `tax` that the lines contain. Left out if the tax is on top of them. */
  tax_included: cents.optional(),
  tax_rates: z.array(taxRate),
  /** True if no tax is charged because the buyer accounts for it, with a verified tax ID. */
  reverse_charge: z.boolean(),
  /** Due now, after the buyer's balance: exactly this is charged, or nothing. */
  total: cents,
  currency,
  /** The coupon that was applied. */
  coupon: subscriptionDiscount.extend({ code: secret(z.string()) }).optional(),
  /** Null if it is paid once. */
  next_charge: z.object({ total: cents, at: unixSeconds }).nullable(),
  expires_at: unixSeconds,
  /** True if it is also a quote on paper, whose amounts bind longer. */
  on_paper: z.literal(true).optional(),
  /** The license that it pays for. It exists once `is_license_ready` is true. */
  license: id,
  is_license_ready: z.boolean(),
  /** Consents that the buyer must tick before paying. */
  consents: z.array(consent),
  /** True if it gives an ended license a new subscription. */
  is_return: z.boolean(),
  /** Printed on the invoices of this subscription. Left out, they print the customer's. */
  reference: reference.optional(),
  /** Set if it turns the buyer's trial into a paid license: the seats that are taken or invited there. */
  trial: z.object({ used_seats: z.int() }).optional(),
  /** While it waits: the browser continues the payment with this secret. */
  client_secret: secret(z.string()).optional(),
  /** The paid invoice. */
  invoice: invoice.optional(),
  /** Download page of the bought version, once it is paid. Left out if the brand has none. */
  download: z.string().optional(),
  /** Why it failed. */
  failure: paymentFailure.optional(),
});
export type Checkout = z.infer<typeof checkout>;

const reply = z.object({ checkout });

/**
 * Makes a quote for a new subscription. It replaces the caller's earlier one, and is valid for 30 minutes. No amount,
 * currency or id of the payment comes from the caller.
 */
export const startCheckout = endpoint("startCheckout", {
  requirement: "BUY-04",
  beforeProof: true,
  access: "person",
  summary: "Get a quote for a new subscription",
  body: z.object({
    plan: z.string().max(255),
    quantity: z.int().min(seatCountMin).max(seatCountMax),
    /** An ended license that the caller manages, to subscribe to it again. */
    license: id.max(255).optional(),
    /** Printed on the subscription's invoices. Left out or empty, they print the customer's. */
    reference: reference.optional(),
    /** A coupon code, in any case. */
    coupon: z.string().max(100).optional(),
    /** The buyer on the invoice. Omitted and empty fields keep their stored values. */
    billing: sentBillingDetails.partial().extend({ address: sentBillingDetails.shape.address.partial() }).optional(),
  }),
  reply,
  refusals: [
    "object.not_found",
    "plan.not_on_sale",
    "coupon.refused",
    "subscription.forbidden",
    "rate.limited",
    "provider.unavailable",
    "quote.dead",
  ],
});

/** Reads a checkout of the caller. */
export const readCheckout = endpoint("readCheckout", {
  requirement: "BUY-05",
  access: "person",
  summary: "Read what became of a checkout",
  params,
  reply,
  refusals: ["object.not_found", "provider.unavailable"],
});

/** Pays a checkout. Repeating it pays once. After a refusal nothing is bought, and it can be paid with another card. */
export const payCheckout = endpoint("payCheckout", {
  requirement: "BUY-05",
  access: "person",
  summary: "Pay a checkout",
  params,
  body: z.object({
    /** A saved card of the caller. Without it, the default card. */
    payment_method: id.max(255).optional(),
    /** The ids of what the buyer has ticked. All of the checkout's are required. */
    consents: z.array(id.max(32)).max(10).optional(),
    /** Held seats that end if not all seats of the license fit. Without them, the newest end. */
    release: releasedSeats.optional(),
  }),
  reply,
  refusals: [
    "object.not_found",
    "payment.declined",
    "payment.authentication_failed",
    "subscription.forbidden",
    "plan.not_on_sale",
    "coupon.refused",
    "quote.dead",
    "rate.limited",
    "provider.unavailable",
  ],
});

/** Gives up a checkout that waits for the card holder's bank. No charge is made. */
export const abandonCheckout = endpoint("abandonCheckout", {
  requirement: "BUY-05",
  beforeProof: true,
  access: "person",
  summary: "Give up a checkout that waits for the bank",
  params,
  reply,
  refusals: ["object.not_found", "provider.unavailable"],
});

/**
 * Reads the state of a checkout for the vendor's site, which gets the id when the buyer returns. Works for 24 hours.
 */
export const readCheckoutState = endpoint("readCheckoutState", {
  requirement: "BUY-17",
  access: "open",
  summary: "Read whether a checkout was paid",
  params,
  reply: z.object({ state: z.enum(["open", "paid", "failed"]) }),
  refusals: ["object.not_found", "rate.limited"],
});
