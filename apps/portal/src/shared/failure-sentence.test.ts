import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { expect, test } from "vitest";
import { sentenceOf } from "./failure-sentence.ts";

function refused(code: number): ApiError {
  const message = "The server's own words.";
  const errors = [{ code, message: "The first of its words." }];
  return new ApiError({ status: 401, code, message, errors, requestId: null, retryAfter: null, body: {} });
}

test("SIGNIN-05 code 1002 has a sentence of its own, whatever the server says and whatever was asked", () => {
  expect(sentenceOf(refused(1002))).toBe("Your session has expired. Please sign in again.");
});

test("SIGNIN-06 other errors show the first server message", () => {
  expect(sentenceOf(refused(1001))).toBe("The first of its words.");
});

test("what could not be reached is not the server's to explain", () => {
  expect(sentenceOf(new NetworkError("unreachable", null))).toMatch(/cannot be reached/);
});
