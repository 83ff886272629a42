import { storedQuantityMax } from "@foyer/domain/quantity";
import { staffRights } from "@foyer/domain/staff-rights";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { scopeNames } from "./scopes.ts";
import { releasedSeats } from "./seats.ts";
import { id, instant, success, unixSeconds } from "./wire-values.ts";

/** Introspection result of an access token (RFC 7662). */
export const introspection = z.discriminatedUnion("active", [
  z.object({ active: z.literal(false) }),
  z.object({
    active: z.literal(true),
    /** The `omni_id`. */
    sub: id,
    username: z.string(),
    email: z.string(),
    session_id: id,
    is_staff: z.boolean(),
    staff_rights: z.array(z.enum(staffRights)),
    customer_ids: z.array(z.string()),
    view_only: z.boolean(),
    /** True in a session that an app opened, before its person has proved herself. Missing is false. */
    is_unproved: z.boolean().optional(),
    /** Only for an app's token: the app, its grant and its scopes. */
    app: z.object({ id, grant_id: id, scopes: z.array(z.enum(scopeNames)) }).optional(),
    exp: unixSeconds,
  }),
]);
export type Introspection = z.infer<typeof introspection>;

/** A number from the provider. It can exceed the limits of our screens. */
const seatCount = z.int().min(0).max(storedQuantityMax);

/** An id of the provider. Longer ones would not fit into an index. */
const providerId = z.string().max(255);

/** The state of a subscription for the accounts service: what is in force and paid, and what comes next. */
export const subscriptionNews = z.object({
  id: providerId,
  customer_id: providerId,
  /** The license that it pays for. */
  registration_id: id,
  plan: z.string(),
  quantity: seatCount,
  next: z.object({ plan: z.string(), quantity: seatCount, at: unixSeconds }).nullable(),
  /** The provider's status: `active`, `past_due`, `canceled`… */
  status: z.string(),
  cancel_at_period_end: z.boolean(),
  current_period_end: unixSeconds,
  paid_until: unixSeconds,
  /** When the provider ended it. Left out while it runs. */
  ended_at: unixSeconds.optional(),
});
export type SubscriptionNews = z.infer<typeof subscriptionNews>;

/** Cause and price of a subscription's state, for the record that managers read. */
export const subscriptionCause = z.object({
  /** Account name, or null if no person requested it here. */
  by: z.string().nullable(),
  /** Price in cents, if it was paid for. */
  amount: z.int().optional(),
  currency: z.string().optional(),
  /** Set if the buyer's statement at the desk caused it. */
  statement: z.enum(["withdraw", "cancel"]).optional(),
});
export type SubscriptionCause = z.infer<typeof subscriptionCause>;

export const introspect = endpoint("introspect", {
  keepsNoKey: true,
  access: "service",
  summary: "Say whose access token it is",
  body: z.object({ token: z.string() }),
  reply: introspection,
});

/** Checks that a person proved their password within the last five minutes. A sent password is a new proof. */
export const requireProof = endpoint("requireProof", {
  keepsNoKey: true,
  access: "service",
  summary: "Require a person's proof of the password",
  // The person's IP address, not the calling service's. It limits the tries.
  body: z.object({ sub: id, session_id: id, password: z.string().optional(), ip: z.string() }),
  reply: success,
  refusals: ["session.required", "permission.proof_required", "password.wrong", "rate.limited"],
});

/** Assigns a customer of the payment provider to an account. Repeating it changes nothing. */
export const tellCustomer = endpoint("tellCustomer", {
  access: "service",
  summary: "Tie a customer to an account",
  body: z.object({ omni_id: id, customer_id: z.string() }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Receives a subscription's state. Older or equal news (by object time, then sequence) change nothing. */
export const tellSubscription = endpoint("tellSubscription", {
  access: "service",
  summary: "Take the state of a subscription",
  body: z.object({
    subscription: subscriptionNews,
    object_time: unixSeconds,
    sequence: z.int(),
    cause: subscriptionCause.optional(),
  }),
  /** `changed`: false if the license was already in this state. */
  reply: success.extend({ applied: z.boolean(), changed: z.boolean().optional() }),
  refusals: ["object.not_found"],
});

/** A payment of a license without a subscription. */
export const saleNews = z.object({
  /** The provider's invoice. */
  invoice_id: providerId,
  customer_id: providerId,
  registration_id: id,
  plan: z.string(),
  quantity: seatCount,
  paid_at: unixSeconds,
  /** When it was canceled and its payment given back. */
  returned_at: unixSeconds.optional(),
});
export type SaleNews = z.infer<typeof saleNews>;

/**
 * Receives the payment of a reserved license, which creates it or turns a trial into it, and the return of the payment,
 * which ends it. Repeating it changes nothing.
 */
export const tellSale = endpoint("tellSale", {
  access: "service",
  summary: "Take the payment of a license without a subscription",
  body: z.object({ sale: saleNews }),
  reply: success.extend({ applied: z.boolean() }),
  refusals: ["object.not_found"],
});

export const readEndedLicense = endpoint("readEndedLicense", {
  keepsNoKey: true,
  access: "service",
  summary: "Read an ended license for its manager",
  body: z.object({ registration_id: id, omni_id: id }),
  reply: z.object({ product_id: z.string(), description: z.string(), used_seats: z.int() }),
  refusals: ["object.not_found", "subscription.forbidden"],
});

/**
 * Counts the seats of a license that were not used for 60 days. Null if the brand hides it, or none of its apps reports
 * it.
 */
export const countUnusedSeats = endpoint("countUnusedSeats", {
  requirement: "WAL-24",
  keepsNoKey: true,
  access: "service",
  summary: "Count the seats of a license that are not used",
  body: z.object({ registration_id: id }),
  reply: z.object({ unused: z.int().nullable() }),
  refusals: ["object.not_found"],
});

/**
 * Reserves the id of a license that an account is about to pay for. The first paid news of it creates the license, or
 * brings an ended one back (`is_return`). Repeating it changes nothing.
 */
export const reserveLicense = endpoint("reserveLicense", {
  access: "service",
  summary: "Reserve the id of a license",
  body: z.object({
    registration_id: id,
    omni_id: id,
    /** The provider's customer who pays. */
    customer_id: providerId,
    is_return: z.boolean(),
    /** True if the license is a trial, which the payment turns into a paid license. */
    is_trial: z.boolean().optional(),
    /** Held seats of the license that its buyer gives up if not all fit. */
    release: releasedSeats.optional(),
    /** `Outlinear 5` */
    description: z.string(),
    /** Price of the first invoice in cents, for the record. */
    amount: z.int(),
    currency: z.string(),
  }),
  reply: success,
  refusals: ["object.not_found", "subscription.forbidden"],
});

/** Reads the trial of a product that an account manages and that can be bought, the one that ends last. */
export const readTrial = endpoint("readTrial", {
  keepsNoKey: true,
  access: "service",
  summary: "Read an account's trial of a product",
  body: z.object({ omni_id: id, product: z.string().max(255) }),
  reply: z.object({
    trial: z.object({ registration_id: id, used_seats: z.int() }).nullable(),
  }),
});

/** An account that is being erased, with what other services must search for. */
export const erasure = z.object({
  /** The account's id, which is kept. */
  omni_id: id,
  /** Null if it is already erased. */
  username: z.string().nullable(),
  /** In lower case. */
  addresses: z.array(z.string()),
  /** Customers that belong to no other account. */
  customer_ids: z.array(z.string()),
  begun: instant,
});
export type Erasure = z.infer<typeof erasure>;

/** Lists the accounts that the calling service still has to erase. */
export const listErasures = endpoint("listErasures", {
  access: "service",
  summary: "List the accounts that are being erased",
  reply: z.object({ erasures: z.array(erasure) }),
});

/**
 * Confirms that the calling service and the payment provider have no more data of the person. Repeating it
 * changes nothing.
 */
export const confirmErasure = endpoint("confirmErasure", {
  access: "service",
  summary: "Say that the payment side of an account is erased",
  body: z.object({ omni_id: id }),
  reply: success,
  refusals: ["object.not_found"],
});

export const listDataExports = endpoint("listDataExports", {
  access: "service",
  summary: "List the archives that wait for the payment side",
  reply: z.object({ exports: z.array(z.object({ id, customer_ids: z.array(z.string()) })) }),
});

/** Adds the payment side to an archive. Repeating it changes nothing. */
export const addPayments = endpoint("addPayments", {
  access: "service",
  summary: "Add the payment side to an archive",
  /** `payments` is JSON text that is passed on unchanged, at any depth. */
  body: z.object({ id, payments: z.string() }),
  reply: success,
  refusals: ["object.not_found"],
});

/** Reads the person whose session the portal keeps in a browser, to fill a form of the desk in. */
export const readDeskVisitor = endpoint("readDeskVisitor", {
  requirement: "DESK-01",
  keepsNoKey: true,
  access: "service",
  summary: "Read who is signed in at a browser",
  /** The browser's cookies of the desk. */
  body: z.object({ cookies: z.string().max(4_096) }),
  reply: z.object({
    visitor: z.object({ username: z.string(), email: z.string(), customer_ids: z.array(z.string()) }).nullable(),
  }),
});
