import { expect, test } from "vitest";
import {
  activationCode,
  type ActivationFacts,
  type ActivationRules,
  coversVersion,
  deviceLimit,
  fileEnd,
  freesLeft,
  hasPlace,
  isOfProduct,
  isSameDevice,
  isUnused,
  keepsPlace,
  nextCheck,
} from "./activations.ts";

const now = new Date("2026-11-20T10:00:00Z");
const days = (count: number): Date => new Date(now.getTime() + count * 86_400_000);
const rules: ActivationRules = { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 2 };

test("WAL-04 a limit counts by seat or by license, and a device without a seat keeps its place in the license", () => {
  expect(hasPlace("seat", 3, 5, { inSeat: 2, inLicense: 14 })).toBe(true);
  expect(hasPlace("seat", 3, 5, { inSeat: 3, inLicense: 3 })).toBe(false);
  expect(hasPlace("seat", 3, 5, { inSeat: 0, inLicense: 15 })).toBe(false);
  expect(hasPlace("license", 3, 5, { inSeat: 0, inLicense: 2 })).toBe(true);
  expect(hasPlace("license", 3, 5, { inSeat: 0, inLicense: 3 })).toBe(false);
});

test("WAL-20 a raised limit counts until its day, also where it is lower", () => {
  expect(deviceLimit(rules, null, now)).toBe(3);
  expect(deviceLimit(rules, { limit: 9, until: days(1) }, now)).toBe(9);
  expect(deviceLimit(rules, { limit: 1, until: days(1) }, now)).toBe(1);
  expect(deviceLimit(rules, { limit: 9, until: now }, now)).toBe(3);
});

test("WAL-15 a freed device keeps its place while its file works", () => {
  expect(keepsPlace({ endedAt: null, offlineUntil: null }, now)).toBe(true);
  expect(keepsPlace({ endedAt: now, offlineUntil: null }, now)).toBe(false);
  expect(keepsPlace({ endedAt: now, offlineUntil: days(1) }, now)).toBe(true);
  expect(keepsPlace({ endedAt: now, offlineUntil: now }, now)).toBe(false);
});

test("WAL-06 if several reasons apply, the code names the first to resolve", () => {
  const fine: ActivationFacts = {
    isAccountOpen: true,
    isKeyRevoked: false,
    subscriptionActive: true,
    expiresAt: days(1),
    holdsSeat: true,
    isEnded: false,
    fingerprintMatches: true,
    appVersion: "5.1",
    productId: "OUTLINE-5-SUB",
  };
  const faults: [Partial<ActivationFacts>, string][] = [
    [{ appVersion: "6.0" }, "VERSION_NOT_COVERED"],
    [{ fingerprintMatches: false }, "FINGERPRINT_MISMATCH"],
    [{ isEnded: true }, "DEACTIVATED"],
    [{ holdsSeat: false }, "NO_SEAT"],
    [{ expiresAt: now }, "EXPIRED"],
    [{ subscriptionActive: false }, "ENDED"],
    [{ isKeyRevoked: true }, "SUSPENDED"],
    [{ isAccountOpen: false }, "SUSPENDED"],
  ];
  expect(activationCode(fine, now)).toBe("VALID");
  expect(activationCode({ ...fine, subscriptionActive: null, expiresAt: null }, now)).toBe("VALID");
  let facts = fine;
  for (const [fault, code] of faults) {
    expect(activationCode({ ...fine, ...fault }, now)).toBe(code);
    facts = { ...facts, ...fault };
    expect(activationCode(facts, now)).toBe(code);
  }
});

test("WAL-06 a version is covered up to the license's major version; one without a number counts as covered", () => {
  expect(["4.9", "5", "5.99.1", "v5", "beta", null].map((version) => coversVersion("OUTLINE-5", version))).toEqual(
    Array(6).fill(true),
  );
  expect(["6", "v6.0-rc", "10.1"].map((version) => coversVersion("OUTLINE-5", version))).toEqual(Array(3).fill(false));
  expect(coversVersion("OUTLINE", "99")).toBe(true);
});

test("WAL-06 an app asks again in a day, at the end of the license, or in an hour", () => {
  expect(nextCheck("VALID", null, now)).toEqual(days(1));
  expect(nextCheck("VALID", days(9), now)).toEqual(days(1));
  expect(nextCheck("VALID", days(0.5), now)).toEqual(days(0.5));
  expect(nextCheck("VALID", days(-1), now)).toEqual(days(1));
  expect(nextCheck("ENDED", null, now)).toEqual(days(1 / 24));
});

test("WAL-02 a product is named as a whole or with its version", () => {
  expect(["TASK", "TASK-3", "TASK-3-SUB"].map((wanted) => isOfProduct("TASK-3-SUB", wanted))).toEqual([
    true,
    true,
    true,
  ]);
  expect(["TAS", "TASK-4", "TASK-3-S", ""].map((wanted) => isOfProduct("TASK-3-SUB", wanted))).toEqual(
    Array(4).fill(false),
  );
});

test("WAL-10 frees of the last 30 days count, and the next possible one has its day", () => {
  expect(freesLeft(2, [], now)).toEqual({ left: 2, againAt: null });
  expect(freesLeft(2, [days(-1), days(-30)], now)).toEqual({ left: 1, againAt: null });
  expect(freesLeft(2, [days(-1), days(-20)], now)).toEqual({ left: 0, againAt: days(10) });
  expect(freesLeft(2, [days(-20), days(-1), days(-3)], now)).toEqual({ left: 0, againAt: days(27) });
  expect(freesLeft(0, [], now)).toEqual({ left: 0, againAt: null });
});

test("WAL-10 a device of the same name and platform within ten minutes is the same device", () => {
  const device = { name: "Studio Mac", platform: "macOS" };
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
  expect(isSameDevice({ ...device, at: ago(10) }, device, now)).toBe(true);
  expect(isSameDevice({ ...device, at: ago(10.1) }, device, now)).toBe(false);
  expect(isSameDevice({ ...device, at: ago(1) }, { ...device, platform: "Windows" }, now)).toBe(false);
  expect(isSameDevice({ name: null, platform: null, at: ago(1) }, { name: null, platform: null }, now)).toBe(false);
});

test("WAL-14 a file ends with its days or with the paid time, whichever is first", () => {
  expect(fileEnd(now, 30, null)).toEqual(days(30));
  expect(fileEnd(now, 30, days(40))).toEqual(days(30));
  expect(fileEnd(now, 30, days(4))).toEqual(days(4));
});

test("WAL-24 a seat is not used after 60 days, and never while it is new", () => {
  expect(isUnused(days(-60), days(-400), now)).toBe(true);
  expect(isUnused(days(-59), days(-400), now)).toBe(false);
  expect(isUnused(null, days(-31), now)).toBe(true);
  expect(isUnused(null, days(-29), now)).toBe(false);
});
