import fc from "fast-check";
import { expect, test } from "vitest";
import { minimumCharge, settleInvoice } from "./minimum-charge.ts";
import { cents } from "./money.ts";

test.each([
  ["usd", 49, 0, { due: 0, balance: 49 }],
  ["usd", 50, 0, { due: 50, balance: 0 }],
  ["GBP", 30, 0, { due: 30, balance: 0 }],
  ["jpy", 49, 0, { due: 0, balance: 49 }],
  ["huf", 17_499, 0, { due: 0, balance: 17_499 }],
  ["usd", 30, 30, { due: 60, balance: 0 }],
  ["usd", 1_000, -970, { due: 0, balance: 30 }],
  ["usd", 1_000, -5_000, { due: 0, balance: -4_000 }],
  ["usd", -700, 0, { due: 0, balance: -700 }],
  ["usd", -700, 350, { due: 0, balance: -350 }],
])("R-64 in %s a total of %i with a balance of %i", (currency, total, balance, expected) => {
  expect(settleInvoice(cents(total), cents(balance), currency)).toEqual(expected);
});

test("R-64 the charged and the carried-over amount add up to what was owed, and no charge is below the minimum", () => {
  const amount = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(amount, amount, fc.constantFrom("usd", "gbp", "czk", "jpy", "xyz"), (total, before, currency) => {
      const { due, balance } = settleInvoice(cents(total), cents(before), currency);
      expect(due + balance).toBe(total + before);
      expect(due === 0 || due >= minimumCharge(currency)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
