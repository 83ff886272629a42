import { z } from "zod";
import { errorEntry } from "./error-envelope.ts";
import { endpoint } from "./endpoint.ts";
import { token, userInfo } from "./sign-in.ts";
import { success } from "./wire-values.ts";

const updated = success.extend({ updated_attributes: z.array(z.string()) });
const results = z.object({ results: z.literal("success") });

function has(...fields: string[]) {
  return (body: Readonly<Record<string, unknown>>) => fields.some((field) => body[field] !== undefined);
}

/** Completes a sign-up: sets account name and password, and opens the first session. */
export const completeSignUp = endpoint("completeSignUp", {
  requirement: "ACC-07",
  access: "signup",
  summary: "Complete a sign-up with account name and password",
  body: z.object({ new_account_name: z.string(), new_password: z.string(), new_password_2: z.string() }),
  reply: updated.extend({ token, userinfo: userInfo }),
  refusals: [
    "account_name.taken",
    "account_name.not_allowed",
    "password.weak",
    "password.mismatch",
    "signup.expired",
    "email.in_use",
    "rate.limited",
    "permission.denied",
  ],
  when: has("new_account_name"),
});

/**
 * Changes the password. Ends the account's other sessions, not this one. After a passkey proof `old_password` is empty.
 */
export const changePassword = endpoint("changePassword", {
  requirement: "ACC-06",
  beforeProof: true,
  access: "person",
  summary: "Change the password",
  body: z.object({ old_password: z.string(), new_password: z.string(), new_password_2: z.string() }),
  reply: updated,
  refusals: ["password.wrong", "password.weak", "password.mismatch", "rate.limited"],
  when: has("new_password", "new_password_2", "old_password"),
});

/** Requests a new address. It takes effect when the link in the mail to it is used. */
export const changeEmail = endpoint("changeEmail", {
  requirement: "ACC-05",
  beforeProof: true,
  access: "person",
  summary: "Ask for a new e-mail address",
  body: z.object({ new_email_address: z.string(), password: z.string().optional() }),
  reply: updated.extend({ userinfo: userInfo }),
  refusals: [
    "password.wrong",
    "email.in_use",
    "email.invalid",
    "email.same",
    "permission.proof_required",
    "rate.limited",
  ],
  when: has("new_email_address"),
});

export const readUser = endpoint("readUser", {
  requirement: "ACC-04",
  access: "person",
  scopes: ["account.read"],
  summary: "Read the own account",
  reply: z.object({ userinfo: userInfo }),
  refusals: ["account.gone"],
});

/** Changes the account's address to the new one, with the token of the mailed link. */
export const confirmEmail = endpoint("confirmEmail", {
  access: "open",
  summary: "Confirm a new e-mail address",
  body: z.object({ token: z.string() }),
  reply: success.extend({ email: z.string() }),
  refusals: ["email.link_dead", "email.in_use", "rate.limited"],
});

/** Undoes an e-mail change, with the token from the old address's mail, valid for 72 h. */
export const undoEmail = endpoint("undoEmail", {
  access: "open",
  summary: "Take an e-mail change back",
  body: z.object({ token: z.string() }),
  reply: success.extend({ email: z.string() }),
  refusals: ["email.link_dead", "rate.limited"],
});

/** Exchanges the mailed confirm key for a token that can only complete the sign-up. */
export const confirmSignUpKey = endpoint("confirmSignUpKey", {
  requirement: "ACC-08",
  access: "open",
  summary: "Confirm the address of a sign-up by its key",
  body: z.object({ email_address: z.string(), confirm_key: z.string() }),
  reply: results.extend({ token: z.object({ access_token: z.string() }) }),
  refusals: ["signup.wrong_key", "signup.key_expired", "rate.limited"],
  when: has("confirm_key"),
});

export const startSignUp = endpoint("startSignUp", {
  requirement: "ACC-08",
  access: "open",
  summary: "Start a sign-up: mail a confirm key",
  body: z.object({ email_address: z.string() }),
  reply: results,
  refusals: ["email.in_use", "email.invalid", "mail.unavailable", "rate.limited"],
});

/** Returns whether an account name is available, and its normalized form. */
export const checkAccountName = endpoint("checkAccountName", {
  requirement: "ACC-10",
  keepsNoKey: true,
  access: "open",
  summary: "Check an account name",
  body: z.object({ account_name: z.string() }),
  reply: z.object({
    valid: z.boolean(),
    /** In lower case and without white space. */
    account_name: z.string(),
    /** Only if `valid` is false: 3025 or 3026. */
    errors: z.array(errorEntry).optional(),
  }),
  refusals: ["rate.limited"],
});

/** Mails a link that can set a new password once. */
export const requestPasswordReset = endpoint("requestPasswordReset", {
  requirement: "ACC-17",
  access: "open",
  summary: "Mail a password-reset link",
  body: z.object({ email_address: z.string() }),
  reply: results,
  refusals: ["email.unknown", "mail.unavailable", "rate.limited"],
});

/** Returns the account whose password the mailed link sets. Does not use the link. */
export const readPasswordReset = endpoint("readPasswordReset", {
  access: "open",
  summary: "Look at a password-reset link",
  body: z.object({ token: z.string() }),
  reply: z.object({ username: z.string() }),
  refusals: ["reset.link_dead", "rate.limited"],
});

/** Sets a new password with the mailed link. Ends all sessions of the account. */
export const confirmPasswordReset = endpoint("confirmPasswordReset", {
  access: "open",
  summary: "Set a new password by the mailed link",
  body: z.object({ token: z.string(), new_password: z.string(), new_password_2: z.string() }),
  reply: results,
  refusals: ["reset.link_dead", "password.weak", "password.mismatch", "rate.limited"],
});

/** Deletes the account's synced data. Answers once it is deleted. */
export const resetSyncedData = endpoint("resetSyncedData", {
  requirement: "ACC-18",
  access: "person",
  summary: "Delete the account's synced data",
  reply: success,
  refusals: ["sync.failed"],
});
