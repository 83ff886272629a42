import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/**
 * Events of an account, as named in the record. The portal has a sentence for each.
 *
 * `session.refused` and `second_factor.refused` summarize a day: wrong passwords, and wrong codes after a
 * correct password.
 */
export const accountEventKinds = [
  "session.opened",
  "session.refused",
  "session.closed",
  "session.ended",
  "session.others_ended",
  "session.token_reused",
  "sessions.ended",
  "password.changed",
  "password.reset_asked",
  "password.reset",
  "email.change_asked",
  "email.changed",
  "email.change_undone",
  "second_factor.on",
  "second_factor.off",
  "second_factor.refused",
  "second_factor.recovery_used",
  "second_factor.removed",
  "passkey.added",
  "passkey.removed",
  "passkey.refused",
  "browser.trusted",
  "browser.trust_ended",
  "seat.accepted",
  "seat.removed",
  "manager.added",
  "manager.removed",
  "manager.contact",
  "manager.contact_lost",
  "manager.gave",
  "manager.took",
  "staff.rights_changed",
  "data.asked_for",
  "data.downloaded",
  "synced_data.deleted",
  "synced_data.delete_failed",
  "account.created",
  "account.viewed",
  "account.closed",
  "account.come_back_asked",
  "account.reopened",
  "account.not_me",
  "device.activated",
  "device.freed",
  "app.allowed",
  "app.ended",
  "app.opened_portal",
  "app.token_reused",
  "access_restore.waiting",
  "access_restore.stopped",
  "access_restore.done",
] as const;
export type AccountEventKind = (typeof accountEventKinds)[number];

/** An event of the own account. */
export const accountEvent = z.object({
  id,
  at: instant,
  kind: z.enum(accountEventKinds),
  /** The person that caused it: the owner, another authorized person (staff, another manager), or an unknown person. */
  by: z.enum(["self", "other", "unknown"]),
  /** IP address. Null if unknown, and for events by other authorized people. */
  ip: z.string().nullable(),
  /** The browser's user agent, if known. */
  user_agent: z.string().nullable(),
  /** Number of wrong passwords or codes that day, or of ended sessions. */
  count: z.int().nullable(),
  /** The account's new address, requested or confirmed. */
  address: z.string().nullable(),
  /** Description of the license. */
  license: z.string().nullable(),
  /** Account name of the other manager. */
  account: z.string().nullable(),
  /** Name of the passkey, as the owner wrote it, or of the app. */
  name: z.string().nullable(),
  /** True if `disownEvent` accepts it. */
  can_disown: z.boolean(),
});
export type AccountEvent = z.infer<typeof accountEvent>;

/** Lists events of the own account in the last 90 days, newest first. */
export const listAccountEvents = endpoint("listAccountEvents", {
  requirement: "KEY-08",
  access: "person",
  summary: "List what happened to the own account",
  /** `before` is the id of the last event on the previous page. */
  query: z.object({ limit: z.int().min(1).max(100).optional(), before: z.string().optional() }),
  reply: z.object({ events: z.array(accountEvent), has_more: z.boolean() }),
});

/** Masked address that received the link to set a new password: `m…@example.com`. */
const mailedTo = { mailed_to: z.string() };

/**
 * Reports an event of the own account as caused by another person. Ends all sessions including this one, disables the
 * password, mails a link to set a new one, and notifies staff. Needs no password, because it gives no access.
 */
export const disownEvent = endpoint("disownEvent", {
  requirement: "KEY-08",
  beforeProof: true,
  access: "person",
  summary: "Say that an event of the own account was somebody else",
  params: z.object({ event: id }),
  reply: success.extend(mailedTo),
  refusals: ["object.not_found", "rate.limited"],
});

/** Reads the event of a mailed link, and whether the link was used. Does not use it. */
export const readNotMe = endpoint("readNotMe", {
  requirement: "KEY-09",
  access: "open",
  summary: "Read what a “This was not me” link is about",
  body: z.object({ token: z.string() }),
  reply: z.object({ username: z.string(), kind: z.enum(accountEventKinds), at: instant, is_done: z.boolean() }),
  refusals: ["not_me.link_dead", "rate.limited"],
});

/**
 * Does the same as `disownEvent` with a mailed link, valid for 7 days. A second use, or the link of a mail
 * about an earlier event, changes nothing and returns `already`.
 */
export const disownByLink = endpoint("disownByLink", {
  requirement: "KEY-09",
  access: "open",
  summary: "Say by a mailed link that it was somebody else",
  body: z.object({ token: z.string() }),
  reply: success.extend({ ...mailedTo, already: z.boolean() }),
  refusals: ["not_me.link_dead", "email.in_use", "rate.limited"],
});
