import { expect, test } from "vitest";
import { refuseTooManyUntil } from "./refuse-too-many.ts";

const now = new Date("2026-11-22T23:10:20Z");

test.each([
  ["2026-11-22T23:10:20.300Z", "Too many tries. Please try again in a minute, at 23:11 UTC.", 1],
  ["2026-11-22T23:11:20Z", "Too many tries. Please try again in a minute, at 23:12 UTC.", 60],
  ["2026-11-22T23:24:30Z", "Too many tries. Please try again in 15 minutes, at 23:25 UTC.", 850],
  ["2026-11-23T02:00:00Z", "Too many tries. Please try again on Nov 23, 2026 at 02:00 UTC.", 10_180],
  ["2026-11-22T22:00:00Z", "Too many tries. Please try again in a minute, at 23:11 UTC.", 1],
])("LOOK-21 a limit until %s says so", (until, message, retryAfterSeconds) => {
  expect(() => refuseTooManyUntil(new Date(until), now)).toThrow(
    expect.objectContaining({ refusal: "rate.limited", message, retryAfterSeconds }),
  );
});
