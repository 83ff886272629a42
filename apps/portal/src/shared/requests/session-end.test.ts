import { ApiError } from "@foyer/api-client/errors";
import { type RefusalName, refusals } from "@foyer/contract/refusals";
import { expect, test } from "vitest";
import { sessionEndOf } from "./api.ts";

function refused(status: number, refusal: RefusalName, message = "The server's own words."): ApiError {
  return new ApiError({
    status,
    code: refusals[refusal].code,
    refusal,
    message,
    errors: [],
    requestId: null,
    retryAfter: null,
    body: {},
  });
}

test.each<[number, RefusalName, string]>([
  [401, "account.gone", "Something went wrong while signing in."],
  [401, "session.required", "Your session has expired. Please sign in again."],
  [401, "session.invalid_grant", "Something went wrong while signing in. Please email support."],
  [403, "account.closed", "Your account has been closed. You’ll need to sign up for a new account."],
  [403, "permission.denied", "The server's own words."],
])("SIGNIN-10 a user-info error %i %s ends the session with its message", (status, refusal, text) => {
  expect(sessionEndOf(refused(status, refusal))).toBe(text);
});

test.each<[number, RefusalName]>([
  [503, "service.unavailable"],
  [500, "internal"],
  [429, "rate.limited"],
  [409, "session.already_rotated"],
])("SIGNIN-08 a service that cannot answer now (%i %s) ends no session", (status, refusal) => {
  expect(sessionEndOf(refused(status, refusal))).toBeNull();
});
