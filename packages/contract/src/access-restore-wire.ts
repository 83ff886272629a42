import { z } from "zod";
import { id, instant } from "./wire-values.ts";

/**
 * What stopped a restore: a mailed link, the owner in a session, a sign-in, or staff. Other causes: the account was
 * closed or put on hold, no second staff member agreed in time, the new address has another account, one of the two
 * staff members lost the right, mails could not be sent, or the database was restored from a backup.
 */
export const restoreStops = [
  "link",
  "owner",
  "sign_in",
  "staff",
  "closed",
  "held",
  "lapsed",
  "address_taken",
  "staff_changed",
  "mail_failed",
  "backup",
] as const;
export type RestoreStop = (typeof restoreStops)[number];

/** A restore of access to an account, as staff sees it. */
export const accessRestore = z.object({
  id,
  /**
   * `address` changes the address alone: it waits without a second staff member, and the agreement of one carries it out. A
   * missing one is a restore.
   */
  kind: z.enum(["restore", "address"]).optional(),
  username: z.string(),
  /** `asked` waits for a second staff member, `waiting` for its time. */
  state: z.enum(["asked", "waiting", "done", "stopped"]),
  /** The new address. */
  email: z.string(),
  reason: z.string(),
  /** Account names of the two staff members. */
  asked_by: z.string(),
  asked: instant,
  agreed_by: z.string().nullable(),
  agreed: instant.nullable(),
  /** Time at which it is or was due. Later if a mail could not be sent at once. */
  restores: instant.nullable(),
  /** Time at which it was carried out or stopped. */
  ended: instant.nullable(),
  stopped_by: z.enum(restoreStops).nullable(),
  /** Account name of the staff member who stopped it. */
  stopped_by_staff: z.string().nullable(),
});
export type AccessRestore = z.infer<typeof accessRestore>;
