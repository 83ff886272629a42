import { ApiError, NetworkError } from "@foyer/api-client/errors";
import { type RefusalName, refusals } from "@foyer/contract/refusals";
import { expect, test } from "vitest";
import { faultOfField, isShownBy, sentenceOf, ShownError } from "./failure-sentence.ts";

function refused(refusal: RefusalName, ...fields: readonly (string | undefined)[]): ApiError {
  const { code } = refusals[refusal];
  const message = "The server's own words.";
  const first = { code, name: refusal, message: "The first of its words." };
  const ofField = (field = "") => ({ ...first, message: `${field}: is wrong.`, ...(field !== "" && { field }) });
  const errors = fields.length > 0 ? fields.map(ofField) : [first];
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

test("LOOK-17 a refusal marks the field that it names on the wire, and no other", () => {
  const failure = refused("input.invalid", "otp", "password");
  expect(faultOfField(failure, "otp")).toBe("is wrong.");
  expect(faultOfField(failure, "otp", { "input.invalid": "Our own words." })).toBe("Our own words.");
  expect(faultOfField(failure, "name")).toBeNull();
  expect(faultOfField(new NetworkError("unreachable", null), "otp")).toBeNull();
});

test("LOOK-17 a notice is left out only if fields show everything that was refused", () => {
  expect(isShownBy(["otp", "password"], refused("input.invalid", "otp", "password"))).toBe(true);
  expect(isShownBy(["otp"], refused("input.invalid", "otp", "password"))).toBe(false);
  expect(isShownBy(["otp"], refused("rate.limited", undefined))).toBe(false);
  expect(isShownBy(["otp"], new NetworkError("unreachable", null))).toBe(false);
});
