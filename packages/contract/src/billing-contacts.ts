import { z } from "zod";
import { paperPage } from "./documents.ts";
import { endpoint } from "./endpoint.ts";
import { id, unixSeconds } from "./wire-values.ts";

/** Which mails a billing contact gets. */
export const contactMail = z.enum(["invoices", "failed_payments", "renewals"]);
export type ContactMail = z.infer<typeof contactMail>;

const wanted = {
  mails: z.array(contactMail).min(1).max(3),
  /** Language of the mails. */
  language: z.enum(["en"]),
};

/** An address that gets mails about payments, beside the payer's. */
export const billingContact = z.object({
  id,
  email: z.string(),
  ...wanted,
  /** `stopped`: the address asked for no more mails. */
  state: z.enum(["unconfirmed", "confirmed", "stopped"]),
  added: unixSeconds,
});
export type BillingContact = z.infer<typeof billingContact>;

const ofContact = z.object({ id, contact: id });

export const listBillingContacts = endpoint("listBillingContacts", {
  requirement: "DOC-05",
  access: "customer",
  summary: "List the billing contacts",
  params: z.object({ id }),
  reply: z.object({ contacts: z.array(billingContact) }),
});

/** Adds a contact and mails it a link. It gets nothing else until it has confirmed. A repeat mails the link again. */
export const addBillingContact = endpoint("addBillingContact", {
  requirement: "DOC-05",
  access: "customer",
  summary: "Add a billing contact",
  params: z.object({ id }),
  body: z.object({ email: z.string().trim().max(254), ...wanted }),
  reply: z.object({ contact: billingContact }),
  refusals: ["email.invalid", "limit.reached", "rate.limited"],
});

export const changeBillingContact = endpoint("changeBillingContact", {
  requirement: "DOC-05",
  access: "customer",
  summary: "Change what a billing contact gets",
  params: ofContact,
  body: z.object(wanted),
  reply: z.object({ contact: billingContact }),
  refusals: ["object.not_found"],
});

/** Removes a contact. Its links end. */
export const removeBillingContact = endpoint("removeBillingContact", {
  requirement: "DOC-05",
  access: "customer",
  summary: "Remove a billing contact",
  params: ofContact,
  reply: z.object({ contacts: z.array(billingContact) }),
  refusals: ["object.not_found"],
});

const token = z.object({ token: z.string().max(200) });
const link = z.object({
  email: z.string(),
  /** Name of the buyer on the invoices, or an empty string. */
  buyer: z.string(),
  mails: z.array(contactMail),
  state: billingContact.shape.state,
  /** Until when the link shows papers. Null if it shows none. */
  papers_until: unixSeconds.nullable(),
});

export const readBillingLink = endpoint("readBillingLink", {
  requirement: "DOC-05",
  access: "open",
  summary: "Read the mailed link of a billing contact",
  body: token,
  reply: z.object({ link }),
  refusals: ["billing_link.dead", "rate.limited"],
});

/** Confirms the address, after a click. */
export const confirmBillingLink = endpoint("confirmBillingLink", {
  requirement: "DOC-05",
  access: "open",
  summary: "Confirm the address of a billing contact",
  body: token,
  reply: z.object({ link }),
  refusals: ["billing_link.dead", "rate.limited"],
});

/** Stops all mails to the address. */
export const stopBillingLink = endpoint("stopBillingLink", {
  requirement: "DOC-05",
  access: "open",
  summary: "Stop the mails to a billing contact",
  body: token,
  reply: z.object({ link }),
  refusals: ["billing_link.dead", "rate.limited"],
});

/** Lists the customer's papers by a link from a mail, for 30 days after it was sent. */
export const listLinkedDocuments = endpoint("listLinkedDocuments", {
  requirement: "DOC-05",
  access: "open",
  summary: "List papers by the mailed link of a billing contact",
  body: token.extend({ cursor: z.string().max(2_000).optional() }),
  reply: paperPage,
  refusals: ["billing_link.dead", "rate.limited", "provider.unavailable"],
});
