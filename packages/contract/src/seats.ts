import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, instant, success } from "./wire-values.ts";

/** One seat of a license: held, about to end, or offered by an invitation. */
export const seat = z.object({
  id,
  /** Null while the invitation is open. */
  username: z.string().nullable(),
  email: z.string(),
  status: z.enum(["active", "expiring", "pending"]),
  /** `<portal>/i/<code>`; pending only. */
  short_url: z.string().nullable(),
  /** When the invitation ends; pending only. An ended one keeps its seat until it is removed, lapses or is sent again. */
  expires_date: instant.optional(),
});
export type Seat = z.infer<typeof seat>;

/** The caller's own seats of one license, or a license of hers in which she holds none. */
export const personalSeat = z.object({
  id,
  registration_id: id,
  description: z.string(),
  purchase_type: z.enum(["perpetual", "renewable", "trial"]),
  /** Addresses of those who manage the license; the first is its contact. */
  owners: z.array(z.string()),
  seats: z.array(seat),
  product_id: z.string().optional(),
  /** End of a time-limited license, or of the subscription's paid period. */
  expires_date: instant.nullable().optional(),
});
export type PersonalSeat = z.infer<typeof personalSeat>;

const params = z.object({ id });
const seatList = z.object({ seats: z.array(seat) });

/** Marks seats to end at the renewal (`release`) or to go on (`renew`): all or nothing. */
export const releaseSeats = endpoint("releaseSeats", {
  requirement: "ACC-21",
  access: "manager",
  summary: "Mark seats to end at renewal, or to go on",
  params,
  body: z.object({ release: z.array(id).optional(), renew: z.array(id).optional() }),
  reply: success.extend({ seats: z.array(seat) }),
  refusals: ["seats.would_not_fit", "seats.unknown", "license.ended"],
  when: (body) => body["release"] !== undefined || body["renew"] !== undefined,
});

/**
 * Invites addresses to seats: all or nothing, and never more than the license has. An address that got as many mails within
 * the hour as others may cause has its seat at once, and its mail later.
 */
export const inviteSeats = endpoint("inviteSeats", {
  requirement: "ACC-19",
  access: "manager",
  summary: "Invite people to seats",
  params,
  /** Addresses parted by white space, commas or line breaks, or a list of them. */
  body: z.object({
    seats: z.union([z.string(), z.array(z.string())], "must be e-mail addresses, in a list or in one text"),
  }),
  reply: success.extend({
    seats: z.array(seat),
    invalid_emails: z.array(z.string()),
    /** Refused for good by the mail server at once; these hold no seat. */
    emails_not_sent: z.array(z.string()),
  }),
  refusals: ["seats.invalid_emails", "seats.not_enough", "license.ended", "rate.limited"],
});

/** Lists the seats of a license. */
export const listSeats = endpoint("listSeats", {
  requirement: "ACC-20",
  access: "manager",
  summary: "List the seats of a license",
  params,
  reply: seatList,
});

/** Removes seats. Where some are unknown the others are removed, and `invalid_seats` and `message` are added. */
export const removeSeats = endpoint("removeSeats", {
  requirement: "ACC-22",
  access: "manager",
  summary: "Remove seats",
  params,
  /** Whole seat objects; `id` decides. */
  body: z.object({ seats: z.array(z.looseObject({ id })) }),
  reply: success.extend({
    seats: z.array(seat),
    invalid_seats: z.array(z.looseObject({ id })).optional(),
    message: z.string().optional(),
  }),
});

/**
 * Sends invitations again: same reference, same short URL, a new 30 days. `emails_not_sent` names the addresses that the
 * mail server refuses for good, and those that got as many mails within the hour as others may cause: nothing changes
 * for the latter.
 */
export const resendInvitations = endpoint("resendInvitations", {
  access: "manager",
  summary: "Send invitations again",
  params,
  body: z.object({ seats: z.array(id) }),
  reply: success.extend({ emails_not_sent: z.array(z.string()) }),
  refusals: ["seats.unknown", "license.ended", "rate.limited"],
});

/** Lists the licenses in which the caller holds a seat; if asked, those also that she only owns. */
export const listPersonalSeats = endpoint("listPersonalSeats", {
  requirement: "ACC-14",
  isRead: true,
  access: "person",
  scopes: ["account.read", "licenses"],
  summary: "List the own seats",
  /** Absent is false. */
  body: z.object({ show_personal_seats: z.boolean().optional() }),
  reply: z.object({ seats: z.array(personalSeat) }),
});
