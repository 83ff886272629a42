import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** What keeps an account open; `registration_id` and `description` where it is a license. */
export const closingBlocker = z.object({
  kind: z.enum(["subscription", "only_manager", "staff"]),
  registration_id: id.optional(),
  description: z.string().optional(),
});
export type ClosingBlocker = z.infer<typeof closingBlocker>;

/** What closing the own account would end, what keeps it open, and what follows. */
export const closing = z.object({
  blockers: z.array(closingBlocker),
  /** What ends or is out of reach: how many of each. */
  ends: z.object({ sessions: z.int(), seats: z.int(), licenses: z.int() }),
  /** There is a customer, whose invoices stay. */
  has_invoices: z.boolean(),
  /** Until when one could come back, if the account were closed now. */
  come_back_until: instant,
  /** By when everything would be erased. */
  erased_by: instant,
});
export type Closing = z.infer<typeof closing>;

/** Says what closing the own account would end, and what has to be settled before. */
export const readClosing = endpoint("readClosing", {
  access: "person",
  summary: "Read what closing the own account would end",
  reply: closing,
});

/** Closes the own account, by the password or after a proof by passkey: its sessions and links end at once, and a link to come back is mailed. */
export const closeAccount = endpoint("closeAccount", {
  access: "person",
  summary: "Close the own account",
  body: z.object({ account_name: z.string(), password: z.string().optional() }),
  reply: success.extend({ come_back_until: instant, erased_by: instant }),
  refusals: ["account.closing_blocked", "permission.proof_required", "password.wrong", "rate.limited"],
});

/** Mails the link to come back once more, to whoever knows the password of an account that its owner closed. */
export const askToComeBack = endpoint("askToComeBack", {
  access: "open",
  summary: "Mail the link to come back to a closed account",
  body: z.object({ username: z.string(), password: z.string() }),
  reply: success,
  refusals: ["session.wrong_credentials", "account.closed", "mail.unavailable", "rate.limited"],
});

/** Opens the account again by the mailed link. Signs nobody in. */
export const comeBack = endpoint("comeBack", {
  access: "open",
  summary: "Open the own account again by the mailed link",
  body: z.object({ token: z.string() }),
  reply: success.extend({ username: z.string() }),
  refusals: ["come_back.link_dead", "email.in_use", "rate.limited"],
});
