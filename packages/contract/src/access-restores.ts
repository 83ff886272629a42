import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { provedRepairBody, repair, repairBody } from "./staff-wire.ts";
import { accessRestore } from "./access-restore-wire.ts";
import { id, instant, success } from "./wire-values.ts";

const repairOf = {
  requirement: "KEY-11",
  access: "staff:support",
  params: z.object({ username: z.string() }),
  reply: repair,
} as const;

/** Id of the restore that the staff member has read, so that a newer one is not affected. */
const restore = id;

/**
 * Requests that access to an account be restored at a new address, for a person who lost password, second
 * factor and address. Nothing happens until a second staff member agrees.
 */
export const staffAskRestore = endpoint("staffAskRestore", {
  ...repairOf,
  summary: "Ask for access to an account to be restored",
  body: provedRepairBody.extend({ new_email_address: z.string() }),
  refusals: [
    "object.not_found",
    "permission.denied",
    "permission.proof_required",
    "password.wrong",
    "email.invalid",
    "email.same",
    "email.in_use",
    "restore.changed",
  ],
});

/**
 * Agrees to a restore that another staff member requested. All known addresses get a mail, and the restore is
 * carried out 24 hours later.
 */
export const staffAgreeRestore = endpoint("staffAgreeRestore", {
  ...repairOf,
  summary: "Agree to a restore of access",
  body: provedRepairBody.extend({ restore }),
  refusals: [
    "object.not_found",
    "permission.denied",
    "permission.proof_required",
    "password.wrong",
    "email.in_use",
    "mail.unavailable",
    "restore.changed",
  ],
});

/** Stops a restore that is not carried out yet. */
export const staffStopRestore = endpoint("staffStopRestore", {
  ...repairOf,
  summary: "Stop a restore of access",
  body: repairBody.extend({ restore }),
  refusals: ["object.not_found", "permission.denied", "restore.changed"],
});

/** Lists waiting restores, the next one first, then those that ended within the last 30 days. */
export const staffListRestores = endpoint("staffListRestores", {
  requirement: "KEY-11",
  access: "staff:read",
  summary: "List the restores of access",
  reply: z.object({ restores: z.array(accessRestore) }),
});

/** Stops a restore with the link of a mail about it. Opens no session. */
export const stopRestore = endpoint("stopRestore", {
  requirement: "KEY-11",
  access: "open",
  summary: "Stop a restore of access by a mailed link",
  body: z.object({ token: z.string() }),
  reply: success.extend({ username: z.string() }),
  refusals: ["restore.link_dead", "restore.carried_out", "rate.limited"],
});

/** What the owner may see of a restore of their account, while it waits and for 30 days after its end. */
export const ownRestore = accessRestore
  .pick({ kind: true, state: true, email: true, restores: true, ended: true, stopped_by: true })
  .extend({ asked: instant });
export type OwnRestore = z.infer<typeof ownRestore>;

/** Reads the newest restore of the own account, or null. */
export const readOwnRestore = endpoint("readOwnRestore", {
  requirement: "KEY-11",
  access: "person",
  summary: "Read the restore of access to the own account",
  reply: z.object({ restore: ownRestore.nullable() }),
});

/** Stops the restore of the own account. A signed-in owner has not lost access. */
export const stopOwnRestore = endpoint("stopOwnRestore", {
  requirement: "KEY-11",
  beforeProof: true,
  access: "person",
  summary: "Stop the restore of access to the own account",
  reply: success,
  refusals: ["restore.changed"],
});
