import { MOST_REFERENCE } from "@foyer/domain/invoice-reference";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id } from "./wire-values.ts";

/** Reference on invoices, such as an order number. Empty for none. */
export const reference = z.string().trim().max(MOST_REFERENCE);

/** References of a customer. The one of a subscription precedes the customer's. */
export const references = z.object({
  reference,
  /** True if nothing may be charged for a change or order without a reference. */
  required: z.boolean(),
  /** Only subscriptions with a reference of their own. */
  subscriptions: z.array(z.object({ id, reference })),
});
export type References = z.infer<typeof references>;

const reply = z.object({ references });

/** Reads what later invoices print as the buyer's reference. */
export const readReferences = endpoint("readReferences", {
  requirement: "DOC-04",
  access: "customer",
  summary: "Read the references on invoices",
  params: z.object({ id }),
  reply,
  refusals: ["provider.unavailable"],
});

/** Changes the customer's reference, and whether one is required. */
export const saveReference = endpoint("saveReference", {
  requirement: "DOC-04",
  access: "customer",
  summary: "Change the reference on invoices",
  params: z.object({ id }),
  body: z.object({ reference, required: z.boolean() }),
  reply,
  refusals: ["provider.unavailable"],
});

/** Changes the reference of one subscription's invoices. An empty one leaves them the customer's. */
export const saveSubscriptionReference = endpoint("saveSubscriptionReference", {
  requirement: "DOC-04",
  access: "customer",
  summary: "Change the reference on a subscription's invoices",
  params: z.object({ id, subscription: id }),
  body: z.object({ reference }),
  reply,
  refusals: ["object.not_found", "provider.unavailable"],
});
