import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { keyChange } from "./licenses.ts";
import { provedRepairBody, repair, repairBody, staffLicensePage } from "./staff-wire.ts";
import { id, instant, visibleText } from "./wire-values.ts";

const ofLicense = z.object({ id });

const repairOf = { params: ofLicense, reply: repair } as const;

const text = visibleText(200);
const productId = z
  .string()
  .regex(/^[A-Z0-9]+(-[A-Z0-9]+)*$/, "Upper-case parts between dashes, as OUTLINE-5.")
  .max(100);
const seatCount = z.int().min(1).max(2200);

export const staffReadLicense = endpoint("staffReadLicense", {
  access: "staff:read",
  summary: "Read everything of a license",
  params: ofLicense,
  reply: staffLicensePage,
  refusals: ["object.not_found"],
});

/** Creates a license. The answer's `after` contains its id. */
export const staffCreateLicense = endpoint("staffCreateLicense", {
  access: "staff:support",
  summary: "Make a license",
  body: provedRepairBody.extend({
    owner: z.string(),
    product_id: productId,
    description: text,
    total_seats: seatCount,
    expires_date: instant.nullable().optional(),
  }),
  reply: repair,
  refusals: ["manager.unknown_account", "permission.proof_required"],
});

/** Changes a license. The number of seats of a license with a subscription changes only with the subscription. */
export const staffEditLicense = endpoint("staffEditLicense", {
  ...repairOf,
  access: "staff:support",
  summary: "Change, extend or enlarge a license",
  body: repairBody.extend({
    description: text.optional(),
    products: z.array(text).optional(),
    total_seats: seatCount.optional(),
    expires_date: instant.nullable().optional(),
    upgrades_remaining: z.int().min(0).max(2200).optional(),
  }),
  refusals: ["object.not_found", "seats.not_enough", "subscription.forbidden"],
});

/** Transfers a license to other owners. The first is its contact. */
export const staffTransferLicense = endpoint("staffTransferLicense", {
  ...repairOf,
  access: "staff:support",
  summary: "Hand a license to other owners",
  body: provedRepairBody.extend({ owners: z.array(z.string()).min(1) }),
  refusals: ["object.not_found", "manager.unknown_account", "permission.proof_required"],
});

export const staffMoveSeats = endpoint("staffMoveSeats", {
  ...repairOf,
  access: "staff:support",
  summary: "Free seats, or move them to another license",
  body: repairBody.extend({ seats: z.array(id).min(1), to: id.optional() }),
  refusals: ["object.not_found", "seats.unknown", "seats.not_enough", "seats.already_held"],
});

export const staffResendInvitation = endpoint("staffResendInvitation", {
  ...repairOf,
  access: "staff:support",
  summary: "Send an invitation again",
  body: repairBody.extend({ seats: z.array(id).min(1) }),
  refusals: ["object.not_found", "seats.unknown", "license.ended"],
});

/** Mails the license to its contact again, as after buying it. */
export const staffMailLicense = endpoint("staffMailLicense", {
  ...repairOf,
  requirement: "BUY-18",
  access: "staff:support",
  summary: "Mail a license to its contact again",
  body: repairBody,
  refusals: ["object.not_found", "license.ended"],
});

/** Issues a legacy key that a person can register. */
export const staffIssueKey = endpoint("staffIssueKey", {
  access: "staff:support",
  summary: "Issue a license key",
  body: provedRepairBody.extend({
    owner: text,
    product_id: productId,
    description: text,
    seats: seatCount.optional(),
  }),
  reply: repair,
  refusals: ["permission.proof_required"],
});

/** Replaces the key of a license for its managers, who are mailed. The license page shows the new key. */
export const staffReplaceKey = endpoint("staffReplaceKey", {
  ...repairOf,
  requirement: "MOVE-02",
  access: "staff:support",
  summary: "Replace the key of a license",
  body: provedRepairBody.extend(keyChange.shape),
  refusals: ["object.not_found", "license_key.refused", "license_key.not_eligible", "permission.proof_required"],
});

/** Revokes a key. A license that was registered with it stays. */
export const staffRevokeKey = endpoint("staffRevokeKey", {
  ...repairOf,
  access: "staff:support",
  summary: "Revoke a license key",
  params: z.object({ key: z.string() }),
  body: repairBody,
  refusals: ["object.not_found"],
});

/** Frees a device for its holder. With `release`, its place is free at once, even if its file still works. */
export const staffFreeDevice = endpoint("staffFreeDevice", {
  requirement: "WAL-20",
  access: "staff:support",
  summary: "Free a device, or its place at once",
  params: z.object({ activation: id }),
  body: repairBody.extend({ release: z.boolean().optional() }),
  reply: repair,
  refusals: ["object.not_found"],
});

/** Sets another limit of devices for one license until a time. Null restores the product's limit. */
export const staffSetDeviceLimit = endpoint("staffSetDeviceLimit", {
  ...repairOf,
  requirement: "WAL-20",
  access: "staff:support",
  summary: "Set the limit of devices of one license",
  body: repairBody.extend({ limit: z.int().min(1).max(1_000).nullable(), until: instant.nullable().optional() }),
  refusals: ["object.not_found", "activation.unavailable"],
});
