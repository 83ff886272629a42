import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { type RefusalName, refusals } from "@foyer/contract/refusals";
import { expect, test } from "vitest";
import { sentenceOf, ShownError } from "./failure-sentence.ts";

function refused(refusal: RefusalName): ApiError {
  const { code } = refusals[refusal];
  const message = "The server's own words.";
  const errors = [{ code, name: refusal, message: "The first of its words." }];
  return new ApiError({ status: 401, code, refusal, message, errors, requestId: null, retryAfter: null, body: {} });
}

test("SIGNIN-05 code 1002 has its own sentence, for every call and every server message", () => {
  expect(sentenceOf(refused("session.required"))).toBe("Your session has expired. Please sign in again.");
});

test("SIGNIN-06 other errors show the first server message", () => {
  expect(sentenceOf(refused("session.wrong_credentials"))).toBe("The first of its words.");
});

test("an unreachable server has its own sentence", () => {
  expect(sentenceOf(new NetworkError("unreachable", null))).toMatch(/cannot be reached/);
});

test("a failure with a message for the person shows that message", () => {
  expect(sentenceOf(new ShownError("The bank could not be reached."))).toBe("The bank could not be reached.");
});
