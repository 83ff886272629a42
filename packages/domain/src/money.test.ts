import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { money } from "../../../apps/payment-sandbox/src/pages/wording.ts";
import { chargeStep } from "./minor-units.ts";
import {
  cents,
  conversionAmount,
  divideRounded,
  formatMoney,
  parseAmount,
  plainAmount,
  seatsPrice,
  sumCents,
} from "./money.ts";

const numberIn = (text: string): string =>
  `${text.startsWith("-") ? "-" : ""}${/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(",", "")}`;

const amounts = fc.maxSafeInteger().map(cents);

describe("rounding", () => {
  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [7n, 3n, 2n],
    [-7n, 3n, -2n],
    [8n, 3n, 3n],
    [0n, 7n, 0n],
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [-1n, 3n, 0n],
  ])("%i / %i is %i, halves away from zero", (dividend, divisor, expected) => {
    expect(divideRounded(dividend, divisor)).toBe(expected);
  });

  test("a credit and its charge always cancel, and the error is at most half a cent", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (dividend, divisor) => {
        const rounded = divideRounded(dividend, divisor);
        expect(divideRounded(-dividend, divisor)).toBe(-rounded);
        const error = dividend - rounded * divisor;
        expect(2n * (error < 0n ? -error : error) <= divisor).toBe(true);
      }),
    );
  });

  test("a divisor of zero or less is a bug", () => {
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
    expect(() => divideRounded(1n, -2n)).toThrow(RangeError);
  });
});

describe("amounts", () => {
  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])("%f is not an amount", (amount) => {
    expect(() => cents(amount)).toThrow(RangeError);
  });

  test("minus zero is zero", () => expect(Object.is(cents(-0), 0)).toBe(true));

  test("TEAM-06 a price is the plan's amount times the quantity", () => {
    expect(formatMoney(seatsPrice(cents(9000), 25), "usd")).toBe("$2,250.00");
    expect(sumCents([cents(-1873), cents(3122)])).toBe(1249);
    expect(sumCents([])).toBe(0);
  });

  test.each([
    [4000, "usd", "$40.00"],
    [31_240, "USD", "$312.40"],
    [225_000, "usd", "$2,250.00"],
    [-5, "usd", "-$0.05"],
    [0, "usd", "$0.00"],
    [310, "eur", "€3.10"],
    [500, "jpy", "¥500"],
    [1234, "kwd", "KWD\u00a01.234"],
    [8_000_000, "huf", "HUF\u00a080,000.00"],
    [500, "isk", "ISK\u00a05.00"],
    [-1, "ugx", "-UGX\u00a00.01"],
    [9_007_199_254_740_991, "usd", "$90,071,992,547,409.91"],
  ])("%i %s reads %s", (amount, currency, expected) => {
    expect(formatMoney(cents(amount), currency)).toBe(expected);
  });

  test("BUY-04 in all currencies, an amount is shown as the provider charges it, and typed as it is shown (FAULT-06)", () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...Intl.supportedValuesOf("currency")), (amount, currency) => {
        // The sandbox counts with a table of its own.
        const charged = numberIn(money(amount, currency));
        const shown = numberIn(formatMoney(amount, currency));
        expect([currency, shown, plainAmount(amount, currency)]).toEqual([currency, charged, charged]);
        expect(parseAmount(charged, currency)).toBe(amount < 0 ? null : amount);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ["12.5", "usd", 1_250],
  ["80000", "huf", 8_000_000],
  ["500", "jpy", 500],
  ["1.234", "kwd", 1_234],
  ["500.5", "jpy", null],
  ["1.234", "usd", null],
  ["9007199254740993", "jpy", null],
  ["-1", "usd", null],
  ["", "usd", null],
])("%s %s is typed for %s smallest units", (text, currency, expected) => {
  expect(parseAmount(text, currency)).toBe(expected);
});

test.each([
  ["isk", 100],
  ["UGX", 100],
  ["kwd", 10],
  ["huf", 1],
  ["jpy", 1],
])("charges in %s are multiples of %i", (currency, step) => expect(chargeStep(currency)).toBe(step));

describe("HOME-17 the conversion amount", () => {
  test("HOME-17 is the sum of the first two lines", () => {
    const amount = conversionAmount([{ amount: -1500 }, { amount: 5500 }, { amount: 99_999 }]);
    expect(amount).toBe(4000);
  });

  test("HOME-17 is the sum of the existing lines if there are fewer", () => {
    expect(conversionAmount([{ amount: 700 }])).toBe(700);
    expect(conversionAmount([])).toBe(0);
  });
});
