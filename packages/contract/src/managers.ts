import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

const params = z.object({ id });

/** Somebody who manages a license. */
export const manager = z.object({
  username: z.string(),
  /** Empty where she was added by her account name, has not looked since, and is no colleague of who reads it. */
  email: z.string(),
  /** The one that seat holders are told to ask: the first of the owners. */
  is_contact: z.boolean(),
  /** Her customer pays for the license's subscription. */
  is_payer: z.boolean(),
});
export type Manager = z.infer<typeof manager>;

/** Something that happened on a license. */
export const licenseEvent = z.object({
  id,
  at: instant,
  /** `seats.invited`, `seats.removed`, `subscription.changed`…: stable words, the portal has the sentences. */
  act: z.string(),
  /** Account name of who did it; null for the system, the provider or staff. */
  by: z.string().nullable(),
  by_kind: z.enum(["person", "staff", "provider", "system"]),
  /** Whom or what it concerned: addresses, seat ids, a quantity; small and flat. */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
  /** What it cost, in cents, where it cost anything. */
  amount: z.int().optional(),
  currency: z.string().optional(),
});
export type LicenseEvent = z.infer<typeof licenseEvent>;

const managers = z.object({ managers: z.array(manager) });

/** Lists who manages the license, the contact first. */
export const listManagers = endpoint("listManagers", {
  access: "manager",
  summary: "List the managers of a license",
  params,
  reply: managers,
});

/**
 * Makes an account a manager; with `contact` it becomes the first one. Naming one again is no error. Wants a password proved
 * within five minutes, or `password`; every manager is told.
 */
export const addManager = endpoint("addManager", {
  access: "manager",
  summary: "Add a manager, or hand the license over",
  params,
  body: z.object({ account_name: z.string(), contact: z.boolean().optional(), password: z.string().optional() }),
  reply: success.extend(managers.shape),
  refusals: ["manager.unknown_account", "permission.proof_required", "password.wrong", "rate.limited"],
});

/**
 * Takes an account from the managers; the last one stays, and the contact and the payer are removed by each other alone.
 * Wants a password proved within five minutes, or `password`; every manager is told.
 */
export const removeManager = endpoint("removeManager", {
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
 * Takes the taking over of a license's contact back, by the token of the notice that the former contact got; good for 72 h.
 * The managers are then those of before it.
 */
export const undoContact = endpoint("undoContact", {
  access: "open",
  summary: "Take a license's contact back by the mailed link",
  body: z.object({ token: z.string() }),
  reply: success.extend({ description: z.string() }),
  refusals: ["contact.link_dead", "rate.limited"],
});

/** Reads what happened on the license, newest first. */
export const listLicenseEvents = endpoint("listLicenseEvents", {
  access: "manager",
  summary: "Read the record of a license",
  params,
  /** `before` is the id of the last event of the page before. */
  query: z.object({ limit: z.int().min(1).max(500).optional(), before: z.string().optional() }),
  reply: z.object({ events: z.array(licenseEvent), has_more: z.boolean() }),
});
