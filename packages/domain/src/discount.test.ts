import fc from "fast-check";
import { expect, test } from "vitest";
import { couponCode, discountedPrice, reductionOf } from "./discount.ts";
import { cents } from "./money.ts";

const percent = (percentOff: number) => ({ percentOff, amountOff: null });
const amount = (amountOff: number) => ({ percentOff: null, amountOff });

test("BUY-10 a percentage is rounded once, half away from zero; an amount takes at most the price", () => {
  expect(reductionOf(cents(2_997), percent(33.33))).toBe(999);
  expect(reductionOf(cents(5), percent(50))).toBe(3);
  expect(reductionOf(cents(400), amount(500))).toBe(400);
  expect(reductionOf(cents(0), percent(100))).toBe(0);
});

test("BUY-10 the discounted price is from zero to the price, with any discount", () => {
  const price = fc.integer({ min: 0, max: 100_000_000 });
  const some = fc.oneof(
    fc.integer({ min: 1, max: 1_000_000 }).map((tenThousandths) => percent(tenThousandths / 10_000)),
    fc.integer({ min: 1, max: 100_000_000 }).map(amount),
  );
  fc.assert(
    fc.property(price, some, (whole, reduction) => {
      const left = discountedPrice(cents(whole), { ...reduction, endsAt: null }, 0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(whole);
    }),
  );
});

test("BUY-11 an invoice made at the discount's end has none", () => {
  const half = { ...percent(50), endsAt: 100 };
  expect([99, 100].map((at) => discountedPrice(cents(1_000), half, at))).toEqual([500, 1_000]);
});

test("BUY-10 a code has 3 to 40 letters, digits and dashes, in any case and with blanks around it", () => {
  expect([" launch-24 ", "ABC", "x".repeat(40)].map(couponCode)).toEqual(["LAUNCH-24", "ABC", "X".repeat(40)]);
  expect(["ab", "x".repeat(41), "two words", "ÄÖÜ", "a_b", ""].map(couponCode)).toEqual(Array(6).fill(null));
});
