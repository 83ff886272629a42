import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

const params = z.object({ id });

/** A manager of a license. */
export const manager = z.object({
  username: z.string(),
  /**
   * Empty for a manager who was added by account name, has not opened the portal since, and is no colleague
   * of the reader.
   */
  email: z.string(),
  /** The contact of seat holders: the first of the owners. */
  is_contact: z.boolean(),
  /** This manager's customer pays for the license's subscription. */
  is_payer: z.boolean(),
});
export type Manager = z.infer<typeof manager>;

/** An event of a license. */
export const licenseEvent = z.object({
  id,
  at: instant,
  /** Stable names such as `seats.invited`, `seats.removed`, `subscription.changed`. The portal has the sentences. */
  act: z.string(),
  /** Account name of the person, or null for the system, the provider or staff. */
  by: z.string().nullable(),
  by_kind: z.enum(["person", "staff", "provider", "system"]),
  /** Affected objects: addresses, seat ids, a quantity. Small and flat. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
  /** Price in cents, if there is one. */
  amount: z.int().optional(),
  currency: z.string().optional(),
});
export type LicenseEvent = z.infer<typeof licenseEvent>;

const managers = z.object({ managers: z.array(manager) });

/** Lists the managers of the license, the contact first. */
export const listManagers = endpoint("listManagers", {
  access: "manager",
  summary: "List the managers of a license",
  params,
  reply: managers,
});

/**
 * Makes an account a manager; with `contact` it becomes the first one. Repeating it is no error. Requires a
 * password proof within five minutes, or `password`. All managers are notified.
 */
export const addManager = endpoint("addManager", {
  beforeProof: true,
  access: "manager",
  summary: "Add a manager, or hand the license over",
  params,
  body: z.object({ account_name: z.string(), contact: z.boolean().optional(), password: z.string().optional() }),
  reply: success.extend(managers.shape),
  refusals: ["manager.unknown_account", "permission.proof_required", "password.wrong", "rate.limited"],
});

/**
 * Removes a manager. The last one stays, and only the contact and the payer can remove each other. Requires a
 * password proof within five minutes, or `password`. All managers are notified.
 */
export const removeManager = endpoint("removeManager", {
  beforeProof: true,
  access: "manager",
  summary: "Remove a manager",
  params,
  body: z.object({ account_name: z.string(), password: z.string().optional() }),
  reply: success.extend(managers.shape),
  refusals: [
    "manager.unknown_account",
    "manager.last",
    "permission.denied",
    "permission.proof_required",
    "password.wrong",
    "rate.limited",
  ],
});

/**
 * Undoes the replacement of a license's contact, with the token from the former contact's mail, valid for 72
 * h. Restores the managers from before the replacement.
 */
export const undoContact = endpoint("undoContact", {
  access: "open",
  summary: "Take a license's contact back by the mailed link",
  body: z.object({ token: z.string() }),
  reply: success.extend({ description: z.string() }),
  refusals: ["contact.link_dead", "rate.limited"],
});

/** Reads the events of the license, newest first. */
export const listLicenseEvents = endpoint("listLicenseEvents", {
  access: "manager",
  summary: "Read the record of a license",
  params,
  /** `before` is the id of the last event on the previous page. */
  query: z.object({ limit: z.int().min(1).max(500).optional(), before: z.string().optional() }),
  reply: z.object({ events: z.array(licenseEvent), has_more: z.boolean() }),
});
