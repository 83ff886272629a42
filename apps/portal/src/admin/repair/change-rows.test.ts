import { expect, test } from "vitest";
import { changeRows, valueText } from "./change-rows.ts";

test("shows changed fields, and leaves out the others", () => {
  const rows = changeRows(
    { account_state: 100, email: "a@example.com" },
    { account_state: 300, email: "a@example.com", sessions_ended: 2 },
  );
  expect(rows).toEqual([
    { key: "account_state", name: "State", before: "open", after: "closed" },
    { key: "sessions_ended", name: "Sessions ended", before: "–", after: "2" },
  ]);
});

test("shows created and removed objects with a dash on the other side", () => {
  expect(changeRows(null, { total_seats: 5 })).toEqual([
    { key: "total_seats", name: "Total seats", before: "–", after: "5" },
  ]);
  expect(changeRows({ seats: ["s1"] }, null)[0]).toMatchObject({ before: "s1", after: "–" });
});

test("BUY-18 shows amounts as money, with the decimals of their currency (FAULT-06)", () => {
  const huf = { status: "active", given_back: 0, currency: "huf" };
  expect(changeRows(huf, { status: "canceled", given_back: 8_000_000 })[1]).toMatchObject({
    after: "HUF\u00a080,000.00",
  });
  expect(valueText("seat", { amount_off: 500, currency: "jpy" })).toBe("Amount off ¥500, Currency jpy");
  const before = { given_back: 0, currency: "usd" };
  expect(changeRows(before, { ...before, given_back: 1_250 })).toEqual([
    { key: "given_back", name: "Given back", before: "$0.00", after: "$12.50" },
  ]);
});

test.each([
  ["total", 15_149, "15149"],
  ["when", "2027-03-03T09:30:00Z", "Mar 03, 2027 09:30 UTC"],
  ["owners", [], "None"],
  ["owners", ["maria", "hugo"], "maria, hugo"],
  ["flag", false, "No"],
  ["seat", { total_seats: 2, holder: null }, "Total seats 2, Holder –"],
])("reads %s %j as %s", (key, value, text) => {
  expect(valueText(key, value)).toBe(text);
});
