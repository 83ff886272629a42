/**
 * Every expected failure of both services: its code and status on the wire, and its sentence for people.
 *
 * Code uses the name (`refuse("seats.not_enough")`), the wire uses `code`.
 */
export const refusals = {
  "input.invalid": { code: 4000, status: 422, message: "Something in the request is not right." },
  "input.malformed": { code: 4000, status: 400, message: "The request could not be read." },
  "input.unsupported_type": {
    code: 4000,
    status: 415,
    message: "A body has to be JSON or form-encoded, and to say so in its Content-Type.",
  },
  "input.too_large": { code: 4000, status: 413, message: "The request is larger than 1 MiB." },
  "method.not_allowed": { code: 4000, status: 405, message: "This address does not take that method." },
  "session.required": { code: 1002, status: 401, message: "Your session has expired. Please sign in again." },
  "session.wrong_credentials": { code: 1001, status: 401, message: "The account name or the password is wrong." },
  "rate.limited": { code: 1003, status: 429, message: "Too many tries. Please wait a little and try again." },
  "account.closed": {
    code: 1004,
    status: 403,
    message: "Your account has been closed. You’ll need to sign up for a new account.",
  },
  "session.second_factor_required": { code: 1005, status: 401, message: "Enter the code from your authenticator app." },
  "session.already_rotated": { code: 1006, status: 409, message: "The session was refreshed a moment ago." },
  "session.invalid_grant": { code: "invalid_grant", status: 401, message: "Please sign in again." },
  "second_factor.wrong_code": { code: 1007, status: 422, message: "The code is wrong or has been used." },
  "second_factor.already_on": { code: 1008, status: 409, message: "Two-step sign-in is already on." },
  "second_factor.not_started": { code: 1009, status: 409, message: "Start to set up two-step sign-in first." },
  "account.closing_blocked": {
    code: 1010,
    status: 409,
    message: "Something still needs this account. Resolve that first, then close the account.",
  },
  "come_back.link_dead": { code: 1011, status: 410, message: "This link has been used or has expired." },
  "data_export.link_dead": {
    code: 1012,
    status: 410,
    message: "This link has expired, or belongs to another account.",
  },
  "passkey.unknown": {
    code: 1020,
    status: 401,
    message: "We do not know this passkey. Sign in with your account name and password instead.",
  },
  "passkey.refused": { code: 1021, status: 422, message: "This passkey could not be checked. Please try again." },
  "passkey.challenge_dead": {
    code: 1022,
    status: 410,
    message: "That took longer than five minutes, or was sent twice. Please try again.",
  },
  "passkey.last_way_in": {
    code: 1023,
    status: 409,
    message: "This passkey is the only way into your account. Set a password first.",
  },
  "passkey.unavailable": { code: 1024, status: 409, message: "Passkeys do not work at the address of this portal." },
  "restore.link_dead": {
    code: 1041,
    status: 410,
    message: "This link has been used or has expired, or the restore was stopped already.",
  },
  "restore.carried_out": {
    code: 1042,
    status: 409,
    message: "It is too late to stop this: access was restored already. Please write to our support.",
  },
  "restore.changed": { code: 1043, status: 409, message: "This has changed. Please check it again." },
  "app_request.dead": {
    code: 1051,
    status: 410,
    message: "This request has ended. Go back to the app and try again.",
  },
  "device_code.wrong": { code: 1052, status: 422, message: "This code is wrong or has expired." },
  "portal_link.dead": {
    code: 1053,
    status: 410,
    message: "This link has been used or has expired. Please sign in.",
  },
  "not_me.link_dead": { code: 1031, status: 410, message: "This link has expired." },
  "permission.scope_missing": { code: 2005, status: 403, message: "This app is not allowed to do that." },
  "limit.reached": { code: 2006, status: 409, message: "A limit is reached." },
  "permission.denied": { code: 2001, status: 403, message: "You are not allowed to do this." },
  "permission.proof_required": { code: 2002, status: 403, message: "Enter your password to confirm that it is you." },
  "object.not_found": { code: 2004, status: 404, message: "Not found." },
  "idempotency.in_progress": { code: 2009, status: 409, message: "The same request is still in progress." },
  "idempotency.other_body": {
    code: 2010,
    status: 422,
    message: "This idempotency key was used for a different request.",
  },
  "email.invalid": { code: 3019, status: 422, message: "This is not an email address." },
  "email.same": { code: 3020, status: 422, message: "This is already your email address." },
  "email.link_dead": { code: 3021, status: 410, message: "This link has been used or has expired." },
  "email.in_use": { code: 11010, status: 422, message: "The requested email address is not available." },
  "password.wrong": { code: 3022, status: 422, message: "The password is wrong." },
  "password.weak": {
    code: 3023,
    status: 422,
    message: "Choose a password of 8 to 256 characters that is not a common one.",
  },
  "password.mismatch": { code: 3024, status: 422, message: "The new passwords differ." },
  "account_name.taken": { code: 3025, status: 422, message: "This account name is taken." },
  "account_name.not_allowed": {
    code: 3026,
    status: 422,
    message: "Sorry, but some of the characters in your username aren’t allowed.",
  },
  "email.unknown": { code: 3027, status: 422, message: "Sorry, no account exists with that address." },
  "reset.link_dead": { code: 3028, status: 410, message: "This link has been used or has expired." },
  "signup.wrong_key": { code: 11001, status: 422, message: "The confirm key is wrong." },
  "mail.unavailable": {
    code: 11002,
    status: 503,
    message: "The mail service is not responding. Please try again later.",
  },
  "signup.expired": { code: 11003, status: 401, message: "The sign-up has expired. Please start over." },
  "signup.key_expired": { code: 11003, status: 410, message: "The confirm key has expired. Please start over." },
  "license_key.refused": {
    code: 10200,
    status: 422,
    message: "Unable to add this license key. Double-check its accuracy and try again.",
  },
  "license_key.other_account": {
    code: 10201,
    status: 422,
    message: "This license key is registered to another account.",
  },
  "license_key.not_eligible": { code: 10204, status: 422, message: "This license is not eligible for registration." },
  "invitation.dead": {
    code: 12001,
    status: 410,
    message: "The original seat invitation has been used. Ask your team manager for a new invitation.",
  },
  "seats.not_enough": { code: 12003, status: 409, message: "There are not enough free seats." },
  "seats.already_held": { code: 12004, status: 409, message: "You already hold a seat of this license." },
  "seats.unknown": { code: 12005, status: 422, message: "One of the seats no longer exists." },
  "seats.invalid_emails": { code: 12006, status: 422, message: "Some of the addresses are not email addresses." },
  "seats.would_not_fit": { code: 12007, status: 409, message: "The seats would not fit the number that renews." },
  "license.ended": { code: 12008, status: 409, message: "The subscription of this license has ended." },
  "manager.unknown_account": { code: 12009, status: 422, message: "There is no open account with that name." },
  "manager.last": { code: 12010, status: 409, message: "The last manager of a license cannot leave it." },
  "contact.link_dead": { code: 12011, status: 410, message: "This link has been used or has expired." },
  "upgrade.too_many": { code: 13001, status: 422, message: "Too many seats selected." },
  "upgrade.not_exact": { code: 13002, status: 422, message: "Select exactly as many seats as there are upgrades." },
  "upgrade.unknown_seat": { code: 13003, status: 422, message: "One of the seats does not belong to this license." },
  "sync.failed": { code: 14001, status: 502, message: "The sync servers did not delete everything. Please try again." },
  "activation.no_seat": {
    code: 15001,
    status: 409,
    message: "You hold no seat of a license that gives access to this. Ask your team manager for one.",
  },
  "activation.limit": { code: 15002, status: 409, message: "All devices that this license allows are in use." },
  "activation.unavailable": { code: 15003, status: 409, message: "This is not offered for this product." },
  "activation.not_valid": { code: 15004, status: 410, message: "This device may not be used now." },
  "activation.frees_used": {
    code: 15005,
    status: 409,
    message: "You have freed as many devices as you can for now. Please write to our support.",
  },
  "account.gone": { code: 30003, status: 401, message: "Something went wrong while signing in." },
  "payment.declined": { code: 20002, status: 402, message: "The card was declined." },
  "payment.authentication_failed": {
    code: 20003,
    status: 402,
    message: "The bank could not confirm that it is you. Nothing was charged.",
  },
  "provider.unavailable": {
    code: 20004,
    status: 503,
    message: "The payment provider does not answer. It is safe to try again.",
  },
  "subscription.forbidden": { code: 20005, status: 409, message: "This change is not possible now." },
  "quote.dead": {
    code: 20006,
    status: 409,
    message: "The amount shown is no longer valid. Nothing was changed. Please check it again.",
  },
  "billing_link.dead": {
    code: 20011,
    status: 410,
    message: "This link has expired, or its address was removed. Ask the payer to add you again.",
  },
  "coupon.refused": {
    code: 20007,
    status: 422,
    message: "This code is wrong, has been used up, or is for new customers only.",
  },
  "trial.used": { code: 20008, status: 409, message: "You have already had a trial of this product, or bought it." },
  "plan.not_on_sale": { code: 20009, status: 409, message: "This plan is not on sale." },
  "service.unavailable": {
    code: 5003,
    status: 503,
    message: "The service cannot answer now. Please try again in a moment.",
  },
  internal: { code: 5000, status: 500, message: "Something went wrong on our side." },
} as const satisfies Record<string, RefusalKind>;

/** Wire form of one kind of refusal. */
export interface RefusalKind {
  readonly code: number | string;
  /** HTTP status. */
  readonly status: number;
  /** English sentence for people. A service may send a more specific one. */
  readonly message: string;
}

export type RefusalName = keyof typeof refusals;
