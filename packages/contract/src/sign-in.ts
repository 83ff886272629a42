import { staffRights } from "@foyer/domain/staff-rights";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, success } from "./wire-values.ts";

/** The two tokens of a session. Both are opaque; lifetimes are in seconds from the answer. */
export const token = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_expires_in: z.int(),
});
export type Token = z.infer<typeof token>;

/** What a signed-in person may see of their own account. */
export const userInfo = z.object({
  /** The `omni_id` of the purchase service. */
  id,
  username: z.string(),
  email: z.string(),
  /** A new address without confirmation yet. */
  pending_email: z.string().nullable(),
  /** Customers at the payment provider. The first one is used. */
  customer_id: z.array(z.string()),
  /** Number of seats that the person holds. */
  seats: z.int(),
  is_staff: z.boolean(),
  /** 100 is open, 300 and 301 are closed. */
  account_state: z.int(),
  /** True if sign-in requires a code of an authenticator. */
  second_factor: z.boolean().optional(),
  /** True if the account has a passkey. */
  has_passkey: z.boolean().optional(),
  /** Rights of a staff member. Absent for others. */
  staff_rights: z.array(z.enum(staffRights)).optional(),
  /**
   * True if a staff member has a second factor or a passkey but opened this session without it. The rights
   * need a new sign-in.
   */
  sign_in_again: z.boolean().optional(),
  /** True while a staff member views the account read-only. */
  view_only: z.boolean().optional(),
});
export type UserInfo = z.infer<typeof userInfo>;

/** A new session. */
export const signedIn = z.object({ token, userinfo: userInfo });
export type SignedIn = z.infer<typeof signedIn>;

/** Opens a session for the correct name and password, and a code if the account has a second factor. */
export const signIn = endpoint("signIn", {
  requirement: "ACC-01",
  access: "open",
  summary: "Sign in with account name and password",
  body: z.object({
    username: z.string(),
    password: z.string(),
    otp: z.string().optional(),
    /** With a correct code: this browser needs no code for the number of days in the refusal that requested it. */
    trust_browser: z.boolean().optional(),
  }),
  reply: signedIn,
  refusals: [
    "session.wrong_credentials",
    "account.closed",
    "session.second_factor_required",
    "rate.limited",
    "permission.denied",
  ],
});

/** Exchanges a refresh token for a new pair. The old one becomes invalid. */
export const refreshSession = endpoint("refreshSession", {
  requirement: "ACC-02",
  // The used token itself identifies a repeat, for a short time.
  keepsNoKey: true,
  access: "open",
  summary: "Exchange the refresh token for a new pair",
  /** Left out by the portal, which has it in a cookie. */
  body: z.object({ refresh_token: z.string().optional() }),
  reply: signedIn,
  refusals: [
    "permission.denied",
    "session.required",
    "session.invalid_grant",
    "session.already_rotated",
    "account.closed",
  ],
});

/** Ends the session and both of its tokens. */
export const signOut = endpoint("signOut", {
  requirement: "ACC-03",
  access: "person",
  summary: "End this session",
  reply: success,
  refusals: ["permission.denied"],
});
