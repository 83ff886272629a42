import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/**
 * What is told of an account, by the words that the record has for it; the portal has a sentence for each.
 *
 * `session.refused` and `second_factor.refused` sum up a day: wrong passwords, and wrong codes beside a right password.
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
  "app.allowed",
  "app.ended",
  "app.opened_portal",
  "app.token_reused",
  "access_restore.waiting",
  "access_restore.stopped",
  "access_restore.done",
] as const;
export type AccountEventKind = (typeof accountEventKinds)[number];

/** Something that happened to the own account. */
export const accountEvent = z.object({
  id,
  at: instant,
  kind: z.enum(accountEventKinds),
  /** Who did it: somebody with the own account, somebody else who may (staff, another manager), or somebody unknown. */
  by: z.enum(["self", "other", "unknown"]),
  /** From where; null where it is not known, and of what others who may did. */
  ip: z.string().nullable(),
  /** What the browser called itself, where it is known. */
  user_agent: z.string().nullable(),
  /** How many wrong passwords or codes that day, or how many sessions ended. */
  count: z.int().nullable(),
  /** The account's address that was asked for, or came into force. */
  address: z.string().nullable(),
  /** Description of the license that it is about. */
  license: z.string().nullable(),
  /** Account name of the other manager whom it is about. */
  account: z.string().nullable(),
  /** What the owner called the passkey that it is about, or the app's name. */
  name: z.string().nullable(),
  /** Whether `disownEvent` takes it. */
  can_disown: z.boolean(),
});
export type AccountEvent = z.infer<typeof accountEvent>;

/** Lists what happened to the own account in the last 90 days, newest first. */
export const listAccountEvents = endpoint("listAccountEvents", {
  requirement: "KEY-08",
  access: "person",
  summary: "List what happened to the own account",
  /** `before` is the id of the last event of the page before. */
  query: z.object({ limit: z.int().min(1).max(100).optional(), before: z.string().optional() }),
  reply: z.object({ events: z.array(accountEvent), has_more: z.boolean() }),
});

/** Where the link that sets a new password went: `m…@example.com`. */
const mailedTo = { mailed_to: z.string() };

/**
 * Says of an event of the own account that it was somebody else: all sessions end, this one included, the password stops
 * working, a link to set a new one is mailed, and staff are told. Needs no proof, as it opens nothing.
 */
export const disownEvent = endpoint("disownEvent", {
  requirement: "KEY-08",
  access: "person",
  summary: "Say that an event of the own account was somebody else",
  params: z.object({ event: id }),
  reply: success.extend(mailedTo),
  refusals: ["object.not_found", "rate.limited"],
});

/** Reads what the link of a mail is about, and whether it was used; uses nothing up. */
export const readNotMe = endpoint("readNotMe", {
  requirement: "KEY-09",
  isRead: true,
  access: "open",
  summary: "Read what a “This was not me” link is about",
  body: z.object({ token: z.string() }),
  reply: z.object({ username: z.string(), kind: z.enum(accountEventKinds), at: instant, is_done: z.boolean() }),
  refusals: ["not_me.link_dead", "rate.limited"],
});

/**
 * The same as `disownEvent`, by the link of a mail; good for 7 days. A second use, and the link of another mail about
 * something before, changes nothing and says `already`.
 */
export const disownByLink = endpoint("disownByLink", {
  requirement: "KEY-09",
  access: "open",
  summary: "Say by a mailed link that it was somebody else",
  body: z.object({ token: z.string() }),
  reply: success.extend({ ...mailedTo, already: z.boolean() }),
  refusals: ["not_me.link_dead", "email.in_use", "rate.limited"],
});
