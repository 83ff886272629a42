import { expect, test } from "vitest";
import { productOfPlan, yearSaves } from "./catalogue.ts";
import { cents } from "./money.ts";

test.each([
  ["OUTLINE-5-SUB-ANNUAL-WEB", "OUTLINE-5"],
  ["OUTLINE-5-SUB-MONTHLY-WEB", "OUTLINE-5"],
  ["OUTLINE-SUB-MONTHLY", "OUTLINE"],
  ["SUB-5", null],
])("BUY-01 the plan %s is of the product %s", (plan, product) => {
  expect(productOfPlan(plan)).toBe(product);
});

test("BUY-01 the yearly plan saves the difference to twelve months, and never less than zero", () => {
  expect(yearSaves(cents(500), cents(5_000))).toBe(1_000);
  expect(yearSaves(cents(500), cents(6_500))).toBe(0);
});
