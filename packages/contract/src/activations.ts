import { activationCodes } from "@foyer/domain/activations";
import { isMisleading } from "@foyer/domain/invisible";
import { DEVICE_TEXT_MAX, FINGERPRINT } from "@foyer/domain/offline-request";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { fileReply } from "./file-reply.ts";
import { secret } from "./secret-fields.ts";
import { id, instant, success, visibleText } from "./wire-values.ts";

/** Text by which an app recognizes its device. The service stores a keyed hash of it. */
const fingerprint = z.string().regex(FINGERPRINT, "must be 16 to 128 letters, digits, dashes and underscores");
const day = z.iso.date();

/** Text of an app about itself or its device. */
const deviceText = (of: keyof typeof DEVICE_TEXT_MAX) =>
  visibleText(DEVICE_TEXT_MAX[of]).refine((text) => !isMisleading(text), "must not contain control characters");

/** A device on which an app of the vendor is activated. */
export const activation = z.object({
  id,
  registration_id: id,
  product_id: z.string(),
  /** Null if the seat was removed. */
  seat_id: id.nullable(),
  name: z.string().nullable(),
  platform: z.string().nullable(),
  app_version: z.string().nullable(),
  created: instant,
  /** The day of the last activation or validation. */
  last_seen: day,
  /** End of its newest file. Null without a file, and after that end. */
  offline_until: instant.nullable(),
  /** `leaving`: freed, and keeps its place until `offline_until`. */
  state: z.enum(["live", "leaving", "freed"]),
  /** When it was freed or ended; null while it is live. */
  freed: instant.nullable(),
  /** True for one that a license key opened. It has no seat and no holder. Left out for others. */
  by_key: z.literal(true).optional(),
});
export type Activation = z.infer<typeof activation>;

/** Limit of devices of a license or of each of its seats, and the number that its holder can free. */
export const activationLimit = z.object({
  registration_id: id,
  product_id: z.string(),
  counts: z.enum(["seat", "license"]),
  limit: z.int(),
  /** Places taken in the caller's seat, or in the license, as `counts` says. */
  taken: z.int(),
  offline_days: z.int(),
  /** End of a file requested now for `offline_days` days: at most the end of the paid period. Null if no file is given. */
  file_until: instant.nullable(),
  /** Number of devices that the caller can free now. If it is 0, `frees_again` is the time of the next one. */
  frees_left: z.int(),
  frees_again: instant.nullable(),
  /** Newest version that the license covers. Null if its product id has none. */
  covered_version: z.int().nullable(),
  /** Download page of that version, and price of an upgrade. Null if the brand has none. */
  download: z.string().nullable(),
  upgrade_price: z.string().nullable(),
});
export type ActivationLimit = z.infer<typeof activationLimit>;

const ofActivation = z.object({ activation: id });
const scopes = ["licenses"] as const;

const device = {
  fingerprint,
  name: deviceText("name").optional(),
  platform: deviceText("platform").optional(),
  app_version: deviceText("app_version").optional(),
};

/**
 * Activates an app on a device by a license key, for products with `activation.byKey`. Answers 201, or 200 if the device is already
 * activated. Keys that open nothing are all refused alike. At the limit, `activations` is empty: a key shows no devices.
 */
export const activateByKey = endpoint("activateByKey", {
  requirement: "MOVE-01",
  access: "open",
  keepsNoKey: true,
  summary: "Activate an app on a device by a license key",
  when: ({ license_key: key = null }) => key !== null,
  body: z.object({ license_key: z.string().max(255), ...device }),
  reply: z.object({
    activation,
    /** Bearer token for this activation: validate it, get its file, free it. */
    activation_token: secret(z.string()),
  }),
  refusals: ["license_key.refused", "activation.limit", "rate.limited"],
});

/**
 * Activates an app on a device. Answers 201, or 200 if the device is already activated. Of several licenses of a
 * product, uses the oldest one with a free place.
 */
export const activate = endpoint("activate", {
  requirement: "WAL-02",
  access: "person",
  scopes,
  summary: "Activate an app on a device",
  body: z.object({
    /** A license, or else a product: `TASK` or `TASK-3`. */
    registration_id: id.optional(),
    product_id: z.string().max(100).optional(),
    ...device,
    /** A live activation of the caller for the same license, which is freed first. */
    replace: id.optional(),
  }),
  reply: z.object({ activation }),
  refusals: [
    "activation.no_seat",
    "activation.limit",
    "activation.unavailable",
    "activation.frees_used",
    "object.not_found",
    "rate.limited",
  ],
});

/** Lists the own devices: live first, then freed ones of the last 30 days. */
export const listActivations = endpoint("listActivations", {
  requirement: "WAL-08",
  access: "person",
  scopes,
  summary: "List the own devices",
  reply: z.object({
    activations: z.array(activation),
    /** One entry for each license with a seat of the caller whose product can be activated. */
    limits: z.array(activationLimit),
  }),
});

/** Returns whether an activation can be used now, or the reason against it. The reason is not a refusal. */
export const validateActivation = endpoint("validateActivation", {
  requirement: "WAL-06",
  access: "activation",
  scopes,
  summary: "Say whether an activation may be used",
  params: ofActivation,
  body: z.object({ fingerprint, app_version: deviceText("app_version").optional() }),
  reply: z.object({
    valid: z.boolean(),
    code: z.enum(activationCodes),
    /** End of the paid or licensed time, as far as known. Null without an end. */
    valid_until: instant.nullable(),
    /** Time of the next validation. */
    next_check: instant,
  }),
  refusals: ["object.not_found"],
});

/** Frees a device for its app, its holder or a manager of the license. Repeating it changes nothing. */
export const freeActivation = endpoint("freeActivation", {
  requirement: "WAL-08",
  access: "activation",
  scopes,
  summary: "Free a device",
  params: ofActivation,
  reply: success,
  refusals: ["object.not_found", "activation.frees_used"],
});

/** Returns a signed text file with which the app works without network for some days. */
export const makeMachineFile = endpoint("makeMachineFile", {
  requirement: "WAL-13",
  keepsNoKey: true,
  access: "activation",
  scopes,
  summary: "Make a file for work without network",
  params: ofActivation,
  // At most the product's `offlineDays`; the refusal names them.
  body: z.object({ days: z.int().min(1), fingerprint, encrypted: z.boolean().optional() }),
  gives: "text/plain; charset=utf-8",
  reply: fileReply,
  refusals: ["object.not_found", "activation.unavailable", "activation.not_valid", "rate.limited"],
});

/** Lists the devices of a license for its managers, and the day on which each held seat was last used. */
export const listLicenseActivations = endpoint("listLicenseActivations", {
  requirement: "WAL-24",
  access: "manager",
  summary: "List the devices of a license, and when seats were last used",
  params: z.object({ id }),
  reply: z.object({
    /** `last_seen` is null if the brand hides the last use of seats from managers. */
    activations: z.array(activation.extend({ last_seen: day.nullable() })),
    /** Null if the brand hides it, or none of its apps reports it. */
    seats: z.array(z.object({ id, last_used: day.nullable(), is_unused: z.boolean() })).nullable(),
  }),
});

/** Lists the public keys that verify files, the current one first. */
export const listLicenseSigningKeys = endpoint("listLicenseSigningKeys", {
  requirement: "WAL-17",
  access: "open",
  cacheSeconds: 300,
  summary: "List the public keys of files",
  reply: z.object({
    keys: z.array(z.object({ kid: id, hex: z.string(), pem: z.string(), from: instant, until: instant.nullable() })),
  }),
});

/** Mails an address its licenses and keys. The answer is the same for every address. */
export const findLicenseKeys = endpoint("findLicenseKeys", {
  requirement: "WAL-18",
  keepsNoKey: true,
  access: "open",
  summary: "Mail somebody her license keys",
  body: z.object({ email_address: z.string().max(254) }),
  reply: success,
  refusals: ["email.invalid", "rate.limited"],
});
