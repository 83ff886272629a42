import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { subscription, taxRateChoice } from "./subscription-wire.ts";
import { id } from "./wire-values.ts";

const ofCustomer = z.object({ id });
const params = z.object({ id, subscription: id });
const reply = z.object({ subscription });

/** Lists the subscriptions of a customer, including ended ones. */
export const listSubscriptions = endpoint("listSubscriptions", {
  requirement: "PUR-05",
  access: "customer",
  summary: "List the subscriptions of a customer",
  params: ofCustomer,
  reply: z.object({ subscriptions: z.array(subscription) }),
  refusals: ["provider.unavailable"],
});

export const readSubscription = endpoint("readSubscription", {
  requirement: "PUR-07",
  access: "customer",
  summary: "Read a subscription",
  params,
  reply,
  refusals: ["object.not_found", "provider.unavailable"],
});

/** Turns auto-renewal off or on. Access lasts until the period ends. */
export const setAutoRenewal = endpoint("setAutoRenewal", {
  requirement: "PUR-08",
  access: "customer",
  summary: "Turn auto-renewal off or on",
  params,
  body: z.object({ cancel_at_period_end: z.boolean() }),
  reply,
  refusals: ["object.not_found", "subscription.forbidden", "provider.unavailable"],
  when: (body) => body["cancel_at_period_end"] !== undefined,
});

/**
 * Changes plan or quantity.
 *
 * `none` is recorded at once, takes effect from the next period, and is charged then.
 * `create_prorations` is staged, and `createInvoice` carries it out. After an hour it is dropped.
 */
export const changeSubscription = endpoint("changeSubscription", {
  requirement: "PUR-09",
  access: "customer",
  summary: "Change plan or quantity",
  params,
  body: z.object({
    plan: z.string(),
    /** 1 to 2200. Other integers are refused by a rule (20005), not by the schema. */
    quantity: z.int(),
    proration_behavior: z.enum(["create_prorations", "none"]),
    default_tax_rates: taxRateChoice.optional(),
    /** Id of the preview. Exactly its amount is charged, or nothing. */
    quote: z.string().optional(),
  }),
  reply,
  refusals: ["object.not_found", "subscription.forbidden", "quote.dead", "rate.limited", "provider.unavailable"],
});

/**
 * Cancels an increase or switch that is staged or waits for the bank. Its invoice is voided, and nothing else changes.
 *
 * A change that waits for the bank must be named by its invoice, as in the subscription's `waiting`. Without
 * a name, only the caller's own change is canceled.
 */
export const abandonChange = endpoint("abandonChange", {
  access: "customer",
  summary: "Give up a change that waits to be paid",
  params,
  body: z.object({ invoice: id.optional() }),
  reply,
  refusals: ["object.not_found", "provider.unavailable"],
});
