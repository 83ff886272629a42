import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { seat } from "./seats.ts";
import { secret } from "./secret-fields.ts";
import { id, instant, success } from "./wire-values.ts";

const purchaseType = z.enum(["perpetual", "renewable", "trial"]);

/** A license for its managers. The keys with `subscription` are absent without a subscription. */
export const managedLicense = z.object({
  /** Same as `registration_id`. */
  id,
  registration_id: id,
  description: z.string(),
  /** Included products, for display. */
  products: z.array(z.string()),
  /** The plan in force: `OUTLINE-5-SUB-ANNUAL-WEB`. */
  product_id: z.string(),
  subscription_id: z.string().optional(),
  subscription_state: z.enum(["active", "inactive"]).optional(),
  /** The provider's status: `active`, `past_due`, `canceled`. */
  subscription_status: z.string().optional(),
  /** The recorded change for the next period, or null. */
  subscription_next: z.object({ plan: z.string(), quantity: z.int(), at: instant }).nullable().optional(),
  /** False without a subscription. */
  cancel_at_period_end: z.boolean(),
  /** End of the subscription's period. */
  expiration_date: instant.nullable(),
  /** End of a time-limited license. */
  expires_date: instant.nullable(),
  total_seats: z.int(),
  /** Active, expiring and pending seats. */
  used_seats: z.int(),
  invited_seats: z.int(),
  available_seats: z.int(),
  /** Null without a subscription. */
  renewing_quantity: z.int().nullable(),
  /** Only where `total_seats` is 1. */
  seats: z.array(seat).optional(),
  /** Only of a trial. It ends at `expires_date`. */
  trial: z
    .object({
      /** A plan on sale of its product; null without one. */
      buy_plan: z.string().nullable(),
      /** When it is deleted unless it was bought. Null for one that an import brought, which stays. */
      deleted_at: instant.nullable(),
    })
    .optional(),
});
export type ManagedLicense = z.infer<typeof managedLicense>;

/** A license for its owner. */
export const purchase = z.object({
  registration_id: id,
  /** `<product name> <major>…`. */
  description: z.string(),
  seats: z.int(),
  upgrades_remaining: z.int(),
  type: purchaseType,
  key: secret(z.string().nullable()),
  /** True for the key of a license that was bought here. Left out for a legacy key. */
  key_bought: z.boolean().optional(),
  /** When the key was revoked because its payment was given back. Left out for a valid key. */
  key_revoked_at: instant.optional(),
  owner: z.string(),
  registration_date: instant,
  product_id: z.string(),
  subscription_id: z.string().optional(),
  /** The license that this one can be upgraded from. */
  upgrade_eligible_registration: z.string().nullable(),
});
export type Purchase = z.infer<typeof purchase>;

/** Upgrades that were bought but not assigned to seats. */
export const unactivatedRegistration = z.object({
  registration_id: id,
  upgrade_name: z.string(),
  from_name: z.string(),
  upgrades_available: z.int(),
  /** Seats after the upgrade. */
  total_seats: z.int(),
  /** The held seats that can move. */
  seats: z.array(z.object({ id, user: z.string(), email: z.string() })),
});
export type UnactivatedRegistration = z.infer<typeof unactivatedRegistration>;

export const listManagedLicenses = endpoint("listManagedLicenses", {
  requirement: "ACC-12",
  access: "person",
  summary: "List the licenses that the caller manages",
  reply: z.object({ managed_team_licenses: z.array(managedLicense) }),
});

export const listPurchases = endpoint("listPurchases", {
  requirement: "ACC-13",
  access: "person",
  scopes: ["account.read", "licenses"],
  summary: "List the own purchases",
  reply: z.object({ purchases: z.array(purchase) }),
});

/** Registers a legacy license key for the caller. A refusal contains `messages`, the same as `errors`. */
export const registerLicenseKey = endpoint("registerLicenseKey", {
  requirement: "ACC-11",
  access: "person",
  summary: "Register a legacy license key",
  body: z.object({ license_key: z.string(), license_owner: z.string() }),
  reply: success.extend({ registration: purchase }),
  refusals: ["license_key.refused", "license_key.other_account", "license_key.not_eligible", "rate.limited"],
});

/** How a key is replaced. */
export const keyChange = z.object({
  /** Days for which the old key still works; 0 ends it at once. */
  days: z.int().min(0).max(30),
  /** True if apps that were activated with the old key stay activated when it ends. */
  keep_activations: z.boolean(),
});

/**
 * Replaces the key of a license. Requires a password proof within five minutes, or `password`. Mails every manager. Refuses a license
 * without a key (10200) and a revoked key (10204).
 */
export const replaceLicenseKey = endpoint("replaceLicenseKey", {
  requirement: "MOVE-02",
  beforeProof: true,
  access: "manager",
  summary: "Replace the key of a license",
  params: z.object({ id }),
  body: keyChange.extend({ password: z.string().optional() }),
  reply: success.extend({ key: secret(z.string()), old_key_ends: instant }),
  refusals: [
    "license_key.refused",
    "license_key.not_eligible",
    "permission.proof_required",
    "password.wrong",
    "rate.limited",
  ],
});

/** Lists upgrades that are not assigned to seats. The answer is a plain list. */
export const listUnactivatedRegistrations = endpoint("listUnactivatedRegistrations", {
  requirement: "ACC-15",
  access: "person",
  summary: "List upgrades that wait to be activated",
  reply: z.array(unactivatedRegistration),
});

/** Moves the chosen seats to the upgraded license: all or nothing. */
export const activateUpgrade = endpoint("activateUpgrade", {
  requirement: "ACC-16",
  access: "person",
  summary: "Activate an upgrade",
  body: z.object({ registration_id: id, seats: z.array(id), unassigned: z.int().min(0) }),
  reply: success.extend({ seats_moved: z.int(), unassigned: z.int() }),
  refusals: ["upgrade.too_many", "upgrade.not_exact", "upgrade.unknown_seat", "object.not_found"],
});
