import { ApiError } from "@foyer/api-client/errors";
import { expect, test } from "vitest";
import { sessionEndOf } from "./api.ts";

function refused(status: number, code: number | string, message = "The server's own words."): ApiError {
  return new ApiError({ status, code, message, errors: [], requestId: null, retryAfter: null, body: {} });
}

test.each([
  [401, 30003, "Something went wrong while signing in."],
  [401, 1002, "Your session has expired. Please sign in again."],
  [401, "invalid_grant", "Something went wrong while signing in. Please email support."],
  [403, 1004, "Your account has been closed. You’ll need to sign up for a new account."],
  [403, 2001, "The server's own words."],
])("SIGNIN-10 a user-info error %i %s ends the session with its message", (status, code, text) => {
  expect(sessionEndOf(refused(status, code))).toBe(text);
});

test.each([
  [503, 5003],
  [500, 5000],
  [429, 1003],
  [409, 1006],
])("SIGNIN-08 a service that cannot answer now (%i %s) ends no session", (status, code) => {
  expect(sessionEndOf(refused(status, code))).toBeNull();
});
