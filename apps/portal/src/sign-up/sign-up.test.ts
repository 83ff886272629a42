import { expect, test } from "vitest";
import { begunBy, firstStep, nextAddress, signUp, type SignUp } from "./sign-up.ts";

const account: SignUp = { step: "account", email: "ida@reed.example", token: "t" };

test("REG-01 the steps follow each other: email, confirm key, account, done", () => {
  let now = firstStep(null);
  now = signUp(now, { type: "keySent", email: "ida@reed.example" });
  expect(now.step).toBe("key");
  now = signUp(now, { type: "keyConfirmed", token: "t" });
  expect(now).toEqual(account);
  now = signUp(now, { type: "accountCreated", username: "ida" });
  expect(now).toEqual({ step: "done", username: "ida" });
});

test("REG-09 a started sign-up is offered again, and continues at its step or starts again", () => {
  const begun = begunBy(account);
  const offered = firstStep(begun);
  expect(offered.step).toBe("in_progress");
  expect(signUp(offered, { type: "continued" })).toEqual(account);
  expect(signUp(offered, { type: "startedOver" })).toEqual({ step: "email", notice: null });
  expect(signUp(firstStep({ email: "a@b.example", token: null }), { type: "continued" }).step).toBe("key");
});

test("REG-10 an expired confirmation starts again with a message", () => {
  expect(signUp(account, { type: "confirmationExpired" })).toEqual({ step: "email", notice: "expired" });
});

test("an event that does not fit the step changes nothing", () => {
  expect(signUp(account, { type: "keySent", email: "x@y.example" })).toBe(account);
  const done: SignUp = { step: "done", username: "ida" };
  expect(signUp(done, { type: "startedOver" })).toBe(done);
});

test("ROUTE-02 after the sign-up an invitation leads back to itself", () => {
  expect(nextAddress("abcdefghijk", "/")).toBe("/confirm-invite/?ref=abcdefghijk");
  expect(nextAddress("short", "/back")).toBe("/back");
  expect(nextAddress(null, "/back")).toBe("/back");
});
