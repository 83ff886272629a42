import { expect, test } from "vitest";
import { begunBy, firstStep, nextAddress, signUp, type SignUp } from "./sign-up.ts";

const account: SignUp = { step: "account", email: "ida@reed.example", token: "t", isInvited: false };

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
  expect(signUp(offered, { type: "startedOver" })).toEqual({ step: "email", notice: null, address: "" });
  expect(signUp(firstStep({ email: "a@b.example", token: null }), { type: "continued" }).step).toBe("key");
});

test("REG-10 an expired confirmation starts again with a message", () => {
  expect(signUp(account, { type: "confirmationExpired" })).toEqual({ step: "email", notice: "expired", address: "" });
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

test("LOOK-19 a mailed invitation takes the place of address and key, and a link that proves nothing begins as usual", () => {
  const first = firstStep(null, { reference: "abcdefghijk", proof: "p" });
  expect(first.step).toBe("invited");
  expect(begunBy(first)).toBeNull();
  const proved = signUp(first, { type: "addressProved", email: "ida@reed.example", token: "t" });
  expect(proved).toEqual({ ...account, isInvited: true });
  expect(signUp(proved, { type: "startedOver" })).toEqual({ step: "email", notice: null, address: "" });
  expect(signUp(first, { type: "addressNotProved", notice: "has_account" })).toMatchObject({ notice: "has_account" });
  expect(firstStep(null, null, "ida@reed.example")).toMatchObject({ step: "email", address: "ida@reed.example" });
  expect(nextAddress("abcdefghijk", "/", true)).toBe("/?ref=abcdefghijk");
});
