import type { Plan, Subscription } from "@foyer/contract/subscription-wire";
import { expect, test } from "vitest";
import { nextCharge, renewals } from "./renewal-charge.ts";

const yearly: Plan = { id: "YEAR", amount: 5000, currency: "usd", interval: "year", product: "p", nickname: null };
const monthly: Plan = { ...yearly, id: "MONTH", amount: 600, interval: "month" };

function subscription(more: Partial<Subscription>): Subscription {
  return {
    id: "sub",
    status: "active",
    cancel_at_period_end: false,
    current_period_end: 1_800_000_000,
    default_tax_rates: [{ id: "txr", percentage: 8.5, inclusive: false, display_name: "Tax" }],
    items: { data: [{ id: "si", quantity: 25, plan: yearly, tax_rates: [] }] },
    next: null,
    ...more,
  };
}

test("the next charge includes the tax, and uses the available credit", () => {
  const plain = { discount: 0, subtotal: 125_000, tax: 10_625, includedTax: 0, currency: "usd", at: 1_800_000_000 };
  expect(nextCharge([subscription({})], [], 0)).toEqual({ ...plain, credit: 0, owed: 0, due: 135_625 });
  expect(nextCharge([subscription({})], [], -5_625)).toEqual({ ...plain, credit: 5_625, owed: 0, due: 130_000 });
  expect(nextCharge([subscription({})], [], 37)).toEqual({ ...plain, credit: 0, owed: 37, due: 135_662 });
});

test("the next charge is for the quantity and plan recorded for the next period", () => {
  const next = { plan: "MONTH", quantity: 10, at: 1_800_000_000 };
  expect(nextCharge([subscription({ next })], [yearly, monthly], 0)).toMatchObject({ subtotal: 6_000, due: 6_510 });
});

test("HOME-21 a switch to a plan that has not loaded does not show the charge of the plan in force", () => {
  const next = { plan: "MONTH", quantity: 10, at: 1_800_000_000 };
  expect(nextCharge([subscription({ next })], [], 0)).toBe("unknown");
  expect(nextCharge([subscription({ next })], [yearly], 0)).toBe("unknown");
  expect(nextCharge([subscription({ next: { ...next, plan: "YEAR" } })], [], 0)).toMatchObject({ subtotal: 50_000 });
});

test("each subscription has its own renewal, with its item's own tax rates; only the earliest uses the balance", () => {
  const rates = [{ id: "own", percentage: 20, inclusive: false, display_name: "Tax" }];
  const items = { data: [{ id: "si", quantity: 1, plan: yearly, tax_rates: rates }] };
  const later = subscription({ id: "later", current_period_end: 1_900_000_000, items });
  const charges = renewals(
    [later, subscription({}), subscription({ id: "ends", cancel_at_period_end: true })],
    [],
    -625,
  );
  expect([...charges.keys()]).toEqual(["sub", "later"]);
  expect(charges.get("sub")).toMatchObject({ due: 135_000 });
  expect(charges.get("later")).toMatchObject({ due: 6_000, at: 1_900_000_000 });
});

test("ending and past due subscriptions have no next charge; the earliest of several is shown", () => {
  const ending = subscription({ cancel_at_period_end: true, current_period_end: 1 });
  const overdue = subscription({ status: "past_due", current_period_end: 2 });
  expect(nextCharge([ending, overdue], [], 0)).toBeNull();
  expect(
    nextCharge([subscription({}), ending, subscription({ id: "first", current_period_end: 3 })], [], 0),
  ).toMatchObject({
    at: 3,
  });
});

test("BUY-11 the next charge is net of the discount, unless it is over by then", () => {
  const half = { name: "Launch", percent_off: 50, amount_off: null, currency: null, ends_at: null, is_once: false };
  const untaxed = { default_tax_rates: [] };
  const due = (ends: number | null) =>
    nextCharge([subscription({ ...untaxed, discount: { ...half, ends_at: ends } })], [], 0);
  expect(due(null)).toMatchObject({ discount: 62_500, due: 62_500 });
  expect(due(1_800_000_001)).toMatchObject({ due: 62_500 });
  expect(due(1_800_000_000)).toMatchObject({ discount: 0, due: 125_000 });
});
