import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** A reason that keeps an account open. `registration_id` and `description` are set if it is a license. */
export const closingBlocker = z.object({
  kind: z.enum(["subscription", "only_manager", "staff"]),
  registration_id: id.optional(),
  description: z.string().optional(),
});
export type ClosingBlocker = z.infer<typeof closingBlocker>;

/** What closing the own account would end, what prevents it, and what follows. */
export const closing = z.object({
  blockers: z.array(closingBlocker),
  /** Numbers of sessions, seats and licenses that end or become inaccessible. */
  ends: z.object({ sessions: z.int(), seats: z.int(), licenses: z.int() }),
  /** True if there is a customer, whose invoices stay. */
  has_invoices: z.boolean(),
  /** End of the time to reopen the account, if it were closed now. */
  come_back_until: instant,
  /** Time by which everything would be erased, if it were closed now. */
  erased_by: instant,
});
export type Closing = z.infer<typeof closing>;

/** Returns what closing the own account would end, and what must be settled first. */
export const readClosing = endpoint("readClosing", {
  access: "person",
  summary: "Read what closing the own account would end",
  reply: closing,
});

/**
 * Closes the own account, with the password or after a passkey proof. Ends its sessions and links at once,
 * and mails a link to reopen it.
 */
export const closeAccount = endpoint("closeAccount", {
  beforeProof: true,
  access: "person",
  summary: "Close the own account",
  body: z.object({ account_name: z.string(), password: z.string().optional() }),
  reply: success.extend({ come_back_until: instant, erased_by: instant }),
  refusals: ["account.closing_blocked", "permission.proof_required", "password.wrong", "rate.limited"],
});

/** Mails the link to reopen an account again, to a caller with the password of an account that its owner closed. */
export const askToComeBack = endpoint("askToComeBack", {
  access: "open",
  summary: "Mail the link to come back to a closed account",
  body: z.object({ username: z.string(), password: z.string() }),
  reply: success,
  refusals: ["session.wrong_credentials", "account.closed", "mail.unavailable", "rate.limited"],
});

/** Reopens the account with the mailed link. Opens no session. */
export const comeBack = endpoint("comeBack", {
  access: "open",
  summary: "Open the own account again by the mailed link",
  body: z.object({ token: z.string() }),
  reply: success.extend({ username: z.string() }),
  refusals: ["come_back.link_dead", "email.in_use", "rate.limited"],
});
