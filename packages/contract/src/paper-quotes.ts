import { z } from "zod";
import { billingDetails } from "./customers.ts";
import { endpoint } from "./endpoint.ts";
import { fileReply } from "./file-reply.ts";
import { secret } from "./secret-fields.ts";
import { interval, taxRate } from "./subscription-wire.ts";
import { cents, currency, id, unixSeconds } from "./wire-values.ts";

/** A quote as a paper: what a change or a purchase costs if it is accepted in time. */
export const paperQuote = z.object({
  /** `Q-7K3M9PXR` */
  number: z.string(),
  /** Part of its link. Anyone with it can see the quote. */
  reference: secret(z.string()),
  /**
   * `outdated`: something that the amounts depend on has changed, for example the number of seats. Only an `open` quote can
   * be accepted.
   */
  state: z.enum(["open", "accepted", "expired", "outdated", "withdrawn"]),
  /** A `purchase` makes a new subscription, or is paid once. */
  kind: z.enum(["change", "purchase"]),
  created: unixSeconds,
  expires_at: unixSeconds,
  product: z.string(),
  /** `from` is 0 for a purchase. */
  seats: z.object({ from: z.int(), to: z.int() }),
  /** Null if it is paid once. */
  interval: interval.nullable(),
  /** Each line in words with its amount; negative is a credit. */
  lines: z.array(z.object({ text: z.string(), amount: cents })),
  subtotal: cents,
  tax: cents,
  /** Part of `tax` that the lines contain. Left out if the tax is on top of them. */
  tax_included: cents.optional(),
  /** Rates of the tax of a purchase. Empty without tax. Left out for a change. */
  tax_rates: z.array(taxRate).optional(),
  /** The amounts to be charged. Less than subtotal and added tax if a credit balance is used. */
  total: cents,
  currency,
  reverse_charge: z.boolean(),
  buyer: billingDetails.pick({ name: true, address: true, tax_ids: true }),
  /** Reference on the invoice. */
  invoice_reference: z.string(),
});
export type PaperQuote = z.infer<typeof paperQuote>;

/** A quote for its payer, with the ids that accepting it requires. */
export const ownPaperQuote = paperQuote.extend({
  /**
   * Id of the stored price. `createInvoice` with it charges exactly this quote of a change; of a purchase, it is the id of the
   * checkout that `payCheckout` pays.
   */
  quote: id,
  /** Null for a purchase. */
  subscription: id.nullable(),
  plan: id,
  quantity: z.int(),
});
export type OwnPaperQuote = z.infer<typeof ownPaperQuote>;

const ofCustomer = z.object({ id });

/** Lists the customer's quotes, newest first. */
export const listPaperQuotes = endpoint("listPaperQuotes", {
  requirement: "DOC-11",
  access: "customer",
  summary: "List the quotes of a customer",
  params: ofCustomer,
  reply: z.object({ quotes: z.array(ownPaperQuote) }),
});

/** Makes a quote for a change that is charged at once. Its amounts bind until it expires. */
export const createPaperQuote = endpoint("createPaperQuote", {
  requirement: "DOC-11",
  access: "customer",
  summary: "Make a quote for a change",
  params: ofCustomer,
  body: z.object({ subscription: id, plan: z.string(), quantity: z.int() }),
  reply: z.object({ quote: ownPaperQuote }),
  refusals: [
    "object.not_found",
    "subscription.forbidden",
    "limit.reached",
    "quote.dead",
    "rate.limited",
    "provider.unavailable",
  ],
});

/** Puts the offer of an open checkout on paper. Its amounts bind until the quote expires. Repeating it returns the same quote. */
export const quoteCheckout = endpoint("quoteCheckout", {
  requirement: "DOC-11",
  access: "person",
  summary: "Make a quote for a purchase",
  params: z.object({ checkout: id }),
  reply: z.object({ quote: ownPaperQuote }),
  refusals: [
    "object.not_found",
    "plan.not_on_sale",
    "coupon.refused",
    "limit.reached",
    "quote.dead",
    "provider.unavailable",
  ],
});

/** Withdraws a quote that was not accepted. It can no longer be accepted then. */
export const withdrawPaperQuote = endpoint("withdrawPaperQuote", {
  requirement: "DOC-11",
  access: "customer",
  summary: "Withdraw a quote",
  params: z.object({ id, quote: id }),
  reply: z.object({ quote: ownPaperQuote }),
  refusals: ["object.not_found"],
});

const byLink = z.object({ reference: z.string() });

export const readPaperQuote = endpoint("readPaperQuote", {
  requirement: "DOC-11",
  access: "open",
  summary: "Read a quote by its link",
  params: byLink,
  reply: z.object({ quote: paperQuote }),
  refusals: ["object.not_found", "rate.limited"],
});

export const downloadPaperQuote = endpoint("downloadPaperQuote", {
  requirement: "DOC-11",
  access: "open",
  summary: "Download a quote as PDF by its link",
  params: byLink,
  gives: "application/pdf",
  reply: fileReply,
  refusals: ["object.not_found", "rate.limited"],
});
