import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addIntervals } from "./periods.ts";

const day = (text: string): Date => new Date(`${text}T10:20:30Z`);

test.each([
  ["2026-01-31", "month", 1, "2026-02-28"],
  ["2026-01-31", "month", 2, "2026-03-31"],
  ["2024-01-31", "month", 1, "2024-02-29"],
  ["2026-01-31", "month", 13, "2027-02-28"],
  ["2024-02-29", "year", 1, "2025-02-28"],
  ["2024-02-29", "year", 4, "2028-02-29"],
  ["2026-12-15", "month", 1, "2027-01-15"],
  ["2026-03-31", "month", -1, "2026-02-28"],
  ["2026-11-21", "year", 0, "2026-11-21"],
] as const)("%s and %s × %i is %s", (anchor, interval, count, expected) => {
  expect(addIntervals(day(anchor), interval, count)).toEqual(day(expected));
});

const instants = fc.date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true });

test("the anchor's day is used in every month that has it", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -60, max: 60 }), (anchor, count) => {
      const moved = addIntervals(anchor, "month", count);
      const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
      expect(moved.getUTCDate()).toBe(Math.min(anchor.getUTCDate(), lastDay));
      expect(moved.toISOString().slice(11)).toBe(anchor.toISOString().slice(11));
    }),
  );
});
