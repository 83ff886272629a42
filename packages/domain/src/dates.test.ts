import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate, fromUnixSeconds, toUnixSeconds } from "./dates.ts";

test.each([
  ["2027-03-03T00:00:00Z", "Mar 03, 2027"],
  ["2026-11-20T23:59:59Z", "Nov 20, 2026"],
  ["2024-02-29T12:00:00Z", "Feb 29, 2024"],
  ["2026-09-01T00:00:00Z", "Sep 01, 2026"],
  ["not a date", ""],
])("HOME-12 %s reads %s", (at, expected) => expect(formatDate(at)).toBe(expected));

test("HOME-12 the day is in UTC unless a zone is given", () => {
  const at = new Date("2026-12-31T23:30:00Z");
  expect(formatDate(at)).toBe("Dec 31, 2026");
  expect(formatDate(at, "Asia/Tokyo")).toBe("Jan 01, 2027");
  expect(formatDate(at, "America/Los_Angeles")).toBe("Dec 31, 2026");
});

test("HOME-12 every date has the form MMM DD, YYYY and the correct day", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }), (at) => {
      const text = formatDate(at);
      expect(text).toMatch(/^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d, \d{4}$/);
      expect(new Date(`${text} UTC`).toISOString().slice(0, 10)).toBe(at.toISOString().slice(0, 10));
    }),
  );
});

test("Unix seconds and instants convert into each other", () => {
  expect(fromUnixSeconds(1_568_764_799).toISOString()).toBe("2019-09-17T23:59:59.000Z");
  expect(toUnixSeconds(new Date("2019-09-17T23:59:59.999Z"))).toBe(1_568_764_799);
});
