import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addIntervals, periodEnd } from "./periods.ts";
import { negated, shareAfter } from "./proration.ts";
import { roundedQuotient } from "./rounding.ts";
import { lineTaxes } from "./tax.ts";

/** Lines of real invoices; the period begins one interval before its end. */
const REAL = [
  { what: "1000 a month", amount: 1000, at: 1488568488, end: 1489449600, interval: "month", expected: 364 },
  { what: "2000 a month", amount: 2000, at: 1718661676, end: 1721235234, interval: "month", expected: 1986 },
  { what: "2500 a month", amount: 2500, at: 1718661676, end: 1721235234, interval: "month", expected: 2482 },
  { what: "10000 a year", amount: 10000, at: 1547426905, end: 1578962761, interval: "year", expected: 10000 },
  { what: "two of 10000 a year", amount: 20000, at: 1547426905, end: 1578962761, interval: "year", expected: 20000 },
] as const;

const amount = fc.integer({ min: 0, max: 100_000_000 });
const start = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });
const length = fc.integer({ min: 1, max: 400 * 86_400 });

describe("shareAfter", () => {
  test.each(REAL)("agrees with a real invoice of $what", ({ amount: cents, at, end, interval, expected }) => {
    expect(shareAfter(cents, { start: addIntervals(end, interval, -1), end }, at)).toBe(expected);
  });

  test("is the whole amount at the start and nothing at the end", () => {
    fc.assert(
      fc.property(amount, start, length, (cents, from, seconds) => {
        const period = { start: from, end: from + seconds };
        expect(shareAfter(cents, period, from)).toBe(cents);
        expect(shareAfter(cents, period, from + seconds)).toBe(0);
      }),
      { numRuns: 1000 },
    );
  });

  test("raising and lowering in the same second nets to nothing, and a change at the start costs the difference", () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        start,
        length,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, from, seconds, f) => {
          const period = { start: from, end: from + seconds };
          const at = from + Math.floor(seconds * f);
          const change = (old: number, next: number) =>
            negated(shareAfter(old, period, at)) + shareAfter(next, period, at);
          expect(change(a, b) + change(b, a)).toBe(0);
          expect(negated(shareAfter(a, period, from)) + shareAfter(b, period, from)).toBe(b - a);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

test("roundedQuotient rounds halves away from zero", () => {
  expect([5n, -5n, 4n, -4n].map((n) => roundedQuotient(n, 2n))).toEqual([3, -3, 2, -2]);
  expect(roundedQuotient(-249n, 100n)).toBe(-2);
});

describe("lineTaxes", () => {
  const rate = (percentage: number, inclusive: boolean) => ({ id: `${percentage}`, percentage, inclusive });
  const sum = (cents: number[], percentage: number, inclusive = false) =>
    cents.flatMap((one) => lineTaxes(one, [rate(percentage, inclusive)])).reduce((total, tax) => total + tax.amount, 0);

  test("rounds each line, not the sum", () => {
    expect(sum([43, 484], 15)).toBe(79);
    expect(sum([-1873, 3122], 20)).toBe(249);
    expect(sum([-1873, 3122], 20, true)).toBe(208);
  });

  test("takes percentages with four decimals exactly", () => {
    expect(sum([1_000_000], 8.8875)).toBe(88_875);
  });

  test("inclusive tax and what is left of it are the amount", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 5000 }), (cents, hundredths) => {
        const [tax] = lineTaxes(cents, [rate(hundredths / 100, true)]);
        expect((tax?.amount ?? 0) + (tax?.taxable ?? 0)).toBe(cents);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("periods", () => {
  const iso = (text: string) => Date.parse(text) / 1000;

  test("a day that a month lacks comes back in the next", () => {
    const anchor = iso("2027-01-31T10:00:00Z");
    const ends = [1, 2, 3, 4].map((count) => new Date(addIntervals(anchor, "month", count) * 1000).toISOString());
    expect(ends.map((end) => end.slice(0, 10))).toEqual(["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
    expect(periodEnd(anchor, "month", 1, iso("2027-02-28T10:00:00Z"))).toBe(iso("2027-03-31T10:00:00Z"));
  });

  test("a leap day's yearly anchor", () => {
    const anchor = iso("2028-02-29T00:00:00Z");
    expect(periodEnd(anchor, "year", 1, anchor)).toBe(iso("2029-02-28T00:00:00Z"));
    expect(periodEnd(anchor, "year", 1, iso("2031-02-28T00:00:00Z"))).toBe(iso("2032-02-29T00:00:00Z"));
  });

  test("the end is after the start and at most one interval away from it", () => {
    fc.assert(
      fc.property(
        start,
        fc.constantFrom("day", "week", "month", "year"),
        fc.integer({ min: 0, max: 60 }),
        (anchor, interval, n) => {
          const from = addIntervals(anchor, interval, n);
          expect(periodEnd(anchor, interval, 1, from)).toBe(addIntervals(anchor, interval, n + 1));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
