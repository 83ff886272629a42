import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents, negated } from "./money.ts";
import { addIntervals } from "./periods.ts";
import { lineTaxes, prorateChange, prorateSwitch, renewalDue, unusedShare, type TaxRate } from "./proration.ts";

const unix = (text: string): number => Date.parse(text) / 1000;
const november = { start: unix("2026-11-01T00:00:00Z"), end: unix("2026-12-01T00:00:00Z") };
const seats = (quantity: number, unitAmount = 1000) => cents(unitAmount * quantity);
const exclusive: TaxRate = { percentage: 20, inclusive: false };

describe("lines of real invoices", () => {
  // Each period begins one interval before its end.
  test.each([
    ["2017", 1000, "month", 1_489_449_600, 1_488_568_488, -364],
    ["2024 credit", 2000, "month", 1_721_235_234, 1_718_661_676, -1986],
    ["2024 debit", -2500, "month", 1_721_235_234, 1_718_661_676, 2482],
    ["2019 credit", 10_000, "year", 1_578_962_761, 1_547_426_905, -10_000],
    ["2019 debit", -20_000, "year", 1_578_962_761, 1_547_426_905, 20_000],
  ] as const)("%s", (_, amount, interval, end, at, expected) => {
    const start = addIntervals(new Date(end * 1000), interval, -1).getTime() / 1000;
    expect(negated(unusedShare(cents(amount), { start, end }, at))).toBe(expected);
  });

  test("the provider's own example, a third of 2000 and of 1000", () => {
    const change = { period: { start: 0, end: 3 }, at: 2, from: seats(1, 2000), to: seats(1, 1000), taxRates: [] };
    const { lines, total } = prorateChange(change);
    expect([...lines.map((line) => line.amount), total]).toEqual([-667, 333, -334]);
  });
});

describe("example A, seats 3 to 5", () => {
  const at = unix("2026-11-12T06:30:00Z");
  const change = { period: november, at, from: seats(3), to: seats(5) };

  test("QTY-08 exclusive tax is rounded for each line", () => {
    const { lines, subtotal, tax, total } = prorateChange({ ...change, taxRates: [exclusive] });
    expect(lines.map((line) => [line.amount, line.tax, line.proration])).toEqual([
      [-1873, -375, true],
      [3122, 624, true],
    ]);
    expect(lines[0]?.period).toEqual({ start: at, end: november.end });
    expect({ subtotal, tax, total }).toEqual({ subtotal: 1249, tax: 249, total: 1498 });
  });

  test("inclusive tax changes no total", () => {
    const { lines, total, tax } = prorateChange({ ...change, taxRates: [{ percentage: 20, inclusive: true }] });
    expect(lines.map((line) => line.tax)).toEqual([-312, 520]);
    expect({ tax, total }).toEqual({ tax: 0, total: 1249 });
  });
});

test("QTY-08 example B, paid 5, raised to 7 on 11-20: two seats for the rest of the period", () => {
  const at = unix("2026-11-20T12:00:00Z");
  expect(prorateChange({ period: november, at, from: seats(5), to: seats(7), taxRates: [] }).total).toBe(700);
});

test("example C, CYCLE-04 monthly to yearly: the credit and a whole new year", () => {
  const at = unix("2026-11-16T00:00:00Z");
  const next = { start: at, end: unix("2027-11-16T00:00:00Z") };
  const { lines, subtotal, tax, total } = prorateSwitch({
    period: november,
    next,
    from: seats(3),
    to: seats(3, 10_000),
    taxRates: [exclusive],
  });
  expect(lines.map((line) => [line.amount, line.tax, line.proration, line.period.end])).toEqual([
    [-1500, -300, true, november.end],
    [30_000, 6000, false, next.end],
  ]);
  expect({ subtotal, tax, total }).toEqual({ subtotal: 28_500, tax: 5700, total: 34_200 });
});

describe("tax", () => {
  test.each([
    [43, 15, false, 6],
    [484, 15, false, 73],
    [-1873, 20, false, -375],
    [10_000, 8.5, false, 850],
    [1000, 7.7, true, 71],
    [1000, 0, false, 0],
    [10_000, 8.8125, false, 881],
  ])("%i at %f %% (inclusive: %s) is %i", (amount, percentage, inclusive, expected) => {
    const taxes = inclusive ? { added: 0, included: expected } : { added: expected, included: 0 };
    expect(lineTaxes(cents(amount), [{ percentage, inclusive }])).toEqual(taxes);
  });
});

test("DOC-03 an amount contains the taxes of all its inclusive rates (FAULT-07)", () => {
  const rates = [5, 7].map((percentage) => ({ percentage, inclusive: true }));
  expect(lineTaxes(cents(11_200), rates)).toEqual({ added: 0, included: 1_200 });
});

describe("properties of every change", () => {
  const charge = fc.integer({ min: 0, max: 10_000_000 * 2_200 }).map(cents);
  const moment = fc.integer({ min: november.start, max: november.end });

  test("R-64 at the period's start the whole difference is due, at its end nothing", () => {
    fc.assert(
      fc.property(charge, charge, (from, to) => {
        const at = (time: number): number =>
          prorateChange({ period: november, at: time, from, to, taxRates: [] }).total;
        expect(at(november.start)).toBe(to - from);
        expect(at(november.end)).toBe(0);
        expect(at(november.end + 5)).toBe(0);
      }),
    );
  });

  test("R-64 a change and its reversal in the same second cost nothing, tax included", () => {
    fc.assert(
      fc.property(charge, charge, moment, fc.integer({ min: 0, max: 500_000 }), (from, to, at, rate) => {
        const taxRates = [{ percentage: rate / 10_000, inclusive: false }];
        const there = prorateChange({ period: november, at, from, to, taxRates });
        const back = prorateChange({ period: november, at, from: to, to: from, taxRates });
        expect(there.total + back.total).toBe(0);
        expect(there.subtotal).toBe(there.lines.reduce((sum, line) => sum + line.amount, 0));
        expect(there.total).toBe(there.subtotal + there.tax);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the next charge", () => {
  const inclusive: TaxRate = { percentage: 20, inclusive: true };
  test.each([
    [
      125_000,
      [{ percentage: 8.5, inclusive: false }],
      0,
      { tax: 10_625, includedTax: 0, credit: 0, owed: 0, due: 135_625 },
    ],
    [1_000, [inclusive], 0, { tax: 0, includedTax: 167, credit: 0, owed: 0, due: 1_000 }],
    [1_000, [exclusive], -300, { tax: 200, includedTax: 0, credit: 300, owed: 0, due: 900 }],
    [1_000, [exclusive], -5_000, { tax: 200, includedTax: 0, credit: 1_200, owed: 0, due: 0 }],
    [1_000, [], 250, { tax: 0, includedTax: 0, credit: 0, owed: 250, due: 1_250 }],
    [1_000, [], -970, { tax: 0, includedTax: 0, credit: 970, owed: 0, due: 0 }],
  ])("%i with %j and a balance of %i", (price, rates, balance, expected) => {
    expect(renewalDue(cents(price), rates, cents(balance), "usd")).toEqual({ subtotal: price, ...expected });
  });
});
