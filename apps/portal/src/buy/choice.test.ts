import { cents } from "@foyer/domain/money";
import { expect, test } from "vitest";
import { linkBack, linkedChoice, noChoice, seatsOf } from "./choice.ts";
import { type KnownTax, withTax } from "./use-known-tax.ts";

test("BUY-01 BUY-12 a link fills the plan and the seats, or asks for a trial; without them the kept choice counts", () => {
  expect(linkedChoice("?plan=OUTLINE-5-SUB-ANNUAL-WEB&seats=25")).toEqual({
    ...noChoice,
    plan: "OUTLINE-5-SUB-ANNUAL-WEB",
    seats: "25",
  });
  expect(linkedChoice("?seats=4&email=a@b.example")).toMatchObject({ plan: null, seats: "4", email: "a@b.example" });
  expect(linkedChoice("?license=lic_1")).toMatchObject({ license: "lic_1", plan: null, seats: "" });
  expect(linkedChoice("?coupon=%20launch-24")).toEqual({ ...noChoice, coupon: "launch-24" });
  expect(linkedChoice("?trial=OUTLINE-5")).toMatchObject({ trial: "OUTLINE-5", plan: null, isConfirmed: true });
  expect(linkedChoice("")).toBeNull();
});

test.each([
  ["1", 1],
  [" 2200 ", 2200],
  ["0", null],
  ["2201", null],
  ["1.5", null],
  ["", null],
])("BUY-04 %j seats are %j", (seats, quantity) => {
  expect(seatsOf({ seats })).toBe(quantity);
});

test("BUY-17 the way back leads to an allowed origin only, with the checkout's id and no more", () => {
  const allowed = ["https://www.fernhill.example"];
  const back = (link: string | null) => linkBack(link, "checkout_1", "https://account.example", allowed)?.href ?? null;
  expect(back("https://www.fernhill.example/thanks?from=a")).toBe(
    "https://www.fernhill.example/thanks?from=a&checkout=checkout_1",
  );
  for (const link of [
    null,
    "https://evil.example/",
    "https://www.fernhill.example@evil.example",
    "/team",
    "javascript:x",
  ])
    expect(back(link)).toBeNull();
});

test("BUY-01 the price is 'plus tax' until the tax is known, and contains the known tax (FAULT-53)", () => {
  const shown = (rates: KnownTax) => withTax(cents(30_000), "usd", rates);
  expect(shown(null)).toEqual({ total: 30_000, taxText: "plus tax" });
  expect(shown([])).toEqual({ total: 30_000, taxText: null });
  const rate = { id: "txr_1", display_name: "VAT", percentage: 19, inclusive: false };
  expect(shown([rate])).toEqual({ total: 35_700, taxText: "including $57.00 tax" });
  expect(shown([{ ...rate, inclusive: true }])).toEqual({ total: 30_000, taxText: null });
});
