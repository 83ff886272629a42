import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { secret } from "./secret-fields.ts";
import { id, instant, success } from "./wire-values.ts";

/** A seat of a license: held, about to end, or invited. */
export const seat = z.object({
  id,
  /** Null while the invitation is open. */
  username: z.string().nullable(),
  email: z.string(),
  status: z.enum(["active", "expiring", "pending"]),
  /** `<portal>/i/<code>`; pending only. */
  short_url: secret(z.string().nullable()),
  /**
   * End of the invitation, for pending seats only. An expired invitation keeps its seat until it is removed,
   * lapses or is sent again.
   */
  expires_date: instant.optional(),
});
export type Seat = z.infer<typeof seat>;

/** The caller's own seats of one license, or a license that the caller owns without a seat. */
export const personalSeat = z.object({
  id,
  registration_id: id,
  description: z.string(),
  purchase_type: z.enum(["perpetual", "renewable", "trial"]),
  /** Addresses of the license's managers, its contact first. */
  owners: z.array(z.string()),
  seats: z.array(seat),
  product_id: z.string().optional(),
  /** End of a time-limited license, or of the subscription's paid period. */
  expires_date: instant.nullable().optional(),
});
export type PersonalSeat = z.infer<typeof personalSeat>;

const params = z.object({ id });
/** Ids of seats to give up. */
export const releasedSeats = z.array(id.max(255));
const seatList = z.object({ seats: z.array(seat) });

/** Marks seats to end at the renewal (`release`) or to continue (`renew`): all or nothing. */
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
 * Invites addresses to seats: all or nothing, and never more than the license has. If an address has reached
 * its hourly limit of mails, it gets the seat at once and the mail later.
 */
export const inviteSeats = endpoint("inviteSeats", {
  requirement: "ACC-19",
  access: "manager",
  summary: "Invite people to seats",
  params,
  /** Addresses separated by white space, commas or line breaks, or a list of them. */
  body: z.object({
    seats: z.union([z.string(), z.array(z.string())], "must be e-mail addresses, in a list or in one text"),
  }),
  reply: success.extend({
    seats: z.array(seat),
    invalid_emails: z.array(z.string()),
    /** Addresses that the mail server rejected permanently. They get no seat. */
    emails_not_sent: z.array(z.string()),
  }),
  refusals: ["seats.invalid_emails", "seats.not_enough", "license.ended", "rate.limited"],
});

/** Gives the caller a seat of the license, without an invitation. */
export const takeSeat = endpoint("takeSeat", {
  requirement: "BUY-06",
  access: "manager",
  summary: "Take a seat of the own license",
  params,
  reply: success.extend({ seat }),
  refusals: ["seats.already_held", "seats.not_enough", "license.ended"],
});

export const listSeats = endpoint("listSeats", {
  requirement: "ACC-20",
  access: "manager",
  summary: "List the seats of a license",
  params,
  reply: seatList,
});

/** Removes seats. If some are unknown, the others are removed, and `invalid_seats` and `message` are added. */
export const removeSeats = endpoint("removeSeats", {
  requirement: "ACC-22",
  access: "manager",
  summary: "Remove seats",
  params,
  /** Whole seat objects, of which only `id` is used. */
  body: z.object({ seats: z.array(z.looseObject({ id })) }),
  reply: success.extend({
    seats: z.array(seat),
    invalid_seats: z.array(z.looseObject({ id })).optional(),
    message: z.string().optional(),
  }),
});

/**
 * Sends invitations again: same reference, same short URL, a new 30 days. `emails_not_sent` lists addresses that the
 * mail server rejected permanently, and those that reached their hourly limit of mails. The latter are not changed.
 */
export const resendInvitations = endpoint("resendInvitations", {
  access: "manager",
  summary: "Send invitations again",
  params,
  body: z.object({ seats: z.array(id) }),
  reply: success.extend({ emails_not_sent: z.array(z.string()) }),
  refusals: ["seats.unknown", "license.ended", "rate.limited"],
});

/** Lists the licenses with a seat of the caller, and optionally those that the caller only owns. */
export const listPersonalSeats = endpoint("listPersonalSeats", {
  requirement: "ACC-14",
  access: "person",
  scopes: ["account.read", "licenses"],
  summary: "List the own seats",
  /** False by default. */
  body: z.object({ show_personal_seats: z.boolean().optional() }),
  reply: z.object({ seats: z.array(personalSeat) }),
});
