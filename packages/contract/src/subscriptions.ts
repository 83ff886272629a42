import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { subscription, taxRateChoice } from "./subscription-wire.ts";
import { id } from "./wire-values.ts";

const ofCustomer = z.object({ id });
const params = z.object({ id, subscription: id });
const reply = z.object({ subscription });

/** Lists the subscriptions of a customer, ended ones too. */
export const listSubscriptions = endpoint("listSubscriptions", {
  requirement: "PUR-05",
  access: "customer",
  summary: "List the subscriptions of a customer",
  params: ofCustomer,
  reply: z.object({ subscriptions: z.array(subscription) }),
  refusals: ["provider.unavailable"],
});

/** Reads one subscription. */
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
 * `none` is recorded at once, in force from the next period, and nothing is charged before.
 * `create_prorations` is staged here, and carried out by `createInvoice`; what is not carried out is dropped after an hour.
 */
export const changeSubscription = endpoint("changeSubscription", {
  requirement: "PUR-09",
  access: "customer",
  summary: "Change plan or quantity",
  params,
  body: z.object({
    plan: z.string(),
    /** 1 to 2200; anything else is refused by rule (20005), not by shape. */
    quantity: z.int(),
    proration_behavior: z.enum(["create_prorations", "none"]),
    default_tax_rates: taxRateChoice.optional(),
    /** Id of the preview: charged is what it showed, or nothing. */
    quote: z.string().optional(),
  }),
  reply,
  refusals: ["object.not_found", "subscription.forbidden", "quote.dead", "rate.limited", "provider.unavailable"],
});

/**
 * Gives up an increase or switch that is staged or waits for the bank; its invoice is voided, nothing else changes.
 *
 * What waits for the bank is given up by naming its invoice, as `waiting` of the subscription does; without a name only
 * where the caller has begun it herself.
 */
export const abandonChange = endpoint("abandonChange", {
  access: "customer",
  summary: "Give up a change that waits to be paid",
  params,
  body: z.object({ invoice: id.optional() }),
  reply,
  refusals: ["object.not_found", "provider.unavailable"],
});
