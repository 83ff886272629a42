import { MOST_TAX_IDS } from "@foyer/domain/tax-ids";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { plan, subscription, taxRate } from "./subscription-wire.ts";
import { id } from "./wire-values.ts";

const params = z.object({ id });

/** A customer at the payment provider. */
export const customer = z.object({
  id,
  email: z.string().nullable(),
  default_payment_method: z.string().nullable(),
  /** Cents that later invoices take into account: negative is credit, positive is debt. */
  balance: z.int(),
});
export type Customer = z.infer<typeof customer>;

const address = z.object({
  line1: z.string().max(255),
  line2: z.string().max(255),
  city: z.string().max(255),
  state: z.string().max(255),
  postal_code: z.string().max(40),
  /** Two letters, ISO 3166; empty for none. */
  country: z.string().regex(/^([A-Z]{2})?$/),
});

/** A tax ID of the buyer. */
const taxId = z.object({
  /** The provider's name, such as `eu_vat`, or `other` without one. The latter is printed as a custom field. */
  kind: z.string().max(32),
  /** Two letters, ISO 3166; empty for `other`. */
  country: z.string().regex(/^([A-Z]{2})?$/),
  value: z.string().max(64),
});

/** The provider's verification result from the country's register. Null for kinds that are not verified. */
const verification = z.enum(["verified", "unverified", "pending", "unavailable"]).nullable();

/** The buyer on an invoice. Unknown values are empty strings. */
export const billingDetails = z.object({
  name: z.string().max(255),
  address,
  tax_ids: z.array(taxId.extend({ verification })),
  /** Tax on later invoices: as usual, accounted for by the buyer (`reverse`), or none. */
  tax_exempt: z.enum(["none", "reverse", "exempt"]),
});
export type BillingDetails = z.infer<typeof billingDetails>;

/** Billing details as the buyer sends them. */
export const givenBillingDetails = billingDetails.omit({ tax_exempt: true }).extend({
  tax_ids: z.array(taxId).max(MOST_TAX_IDS),
});
export type GivenBillingDetails = z.infer<typeof givenBillingDetails>;

/**
 * Accepted request bodies. Older clients send one tax ID as plain text, or none. Without one, existing tax IDs stay.
 */
export const sentBillingDetails = givenBillingDetails.partial({ tax_ids: true }).extend({
  tax_id: z.string().max(64).optional(),
});
export type SentBillingDetails = z.infer<typeof sentBillingDetails>;

/** Creates a customer for the caller's own account. Repeated calls return the same one. */
export const createCustomer = endpoint("createCustomer", {
  requirement: "PUR-01",
  beforeProof: true,
  access: "person",
  summary: "Make the caller's customer",
  /** All three must be the caller's own. */
  body: z.object({ email: z.string(), omni_id: id, omni_username: z.string() }),
  reply: z.object({ customer_id: z.string() }),
  refusals: ["object.not_found", "provider.unavailable"],
});

export const readPaymentConf = endpoint("readPaymentConf", {
  requirement: "PUR-02",
  access: "open",
  summary: "Read the publishable key",
  reply: z.object({ publishable_key: z.string() }),
});

export const listPlans = endpoint("listPlans", {
  requirement: "PUR-03",
  access: "person",
  summary: "List the plans on sale",
  reply: z.object({ plans: z.array(plan) }),
  refusals: ["provider.unavailable"],
});

export const readCustomer = endpoint("readCustomer", {
  requirement: "PUR-04",
  access: "customer",
  summary: "Read a customer and her subscriptions",
  params,
  reply: z.object({ customer, subscriptions: z.array(subscription) }),
  refusals: ["provider.unavailable"],
});

export const readBillingDetails = endpoint("readBillingDetails", {
  requirement: "DOC-01",
  access: "customer",
  summary: "Read the buyer's name, address and tax ids",
  params,
  reply: z.object({
    billing_details: billingDetails,
    /** The tax rates of the next purchase; null while they depend on a country that is not known. */
    tax_rates: z.array(taxRate).nullable().optional(),
  }),
  refusals: ["provider.unavailable"],
});

/**
 * Changes the buyer on the customer's later invoices. A tax ID with a wrong format, or one that the provider
 * refuses, is refused with the field `tax_ids.0.value`, and nothing is changed.
 */
export const saveBillingDetails = endpoint("saveBillingDetails", {
  requirement: "DOC-01",
  access: "customer",
  summary: "Change the buyer's name, address and tax ids",
  params,
  body: sentBillingDetails,
  reply: z.object({ billing_details: billingDetails }),
  refusals: ["provider.unavailable"],
});
