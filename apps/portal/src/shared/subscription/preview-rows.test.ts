import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { expect, test } from "vitest";
import { leftForLater, seatRows } from "./preview-rows.ts";

const period = { start: Date.UTC(2026, 10, 21) / 1_000, end: Date.UTC(2027, 2, 3) / 1_000 };
const quote = { id: "quote_1", expires_at: 0 };

function aPreview(data: InvoicePreview["lines"]["data"]): InvoicePreview {
  return { lines: { data }, subtotal: 12_624, tax: 0, total: 12_624, currency: "usd", quote };
}

test("QTY-07 HOME-12 the review shows its lines in our words and dates, not in the provider's", () => {
  const stripes = [
    { amount: -63_123, description: "Unused time on 25 × Outlinear 5 after 21 Nov 2026", period, proration: true },
    { amount: 75_747, description: "Remaining time on 30 × Outlinear 5 after 21 Nov 2026", period, proration: true },
  ];
  const note = "Nov 21, 2026 – Mar 03, 2027";
  expect(seatRows(aPreview(stripes), { from: 25, to: 30 })).toEqual([
    { label: "Unused time on 25 seats", note, amount: -63_123 },
    { label: "Remaining time on 30 seats", note, amount: 75_747 },
    { label: "Due now", amount: 12_624, look: "total" },
  ]);
});

test("QTY-07 a line without proration is the new period", () => {
  const whole = [{ amount: 900, description: "1 × Outlinear 5 (at $9.00 / month)", period, proration: false }];
  expect(seatRows(aPreview(whole), { from: 2, to: 1 })[0]?.label).toBe("New period for 1 seat");
});

test.each([
  [{ subtotal: 37, total: 0, balance: 37 }, "Nothing is charged now; $0.37 is added to your next invoice."],
  [
    { subtotal: 700, total: 0, balance: -300 },
    "Nothing is charged now; $3.00 of credit is left for your next invoice.",
  ],
  [{ subtotal: 700, total: 0, balance: 0 }, null],
  [{ subtotal: 700, total: 700, balance: 0 }, null],
])(
  "QTY-07 R-64 %j: the review says what becomes of what is not charged now",
  ({ subtotal, total, balance }, sentence) => {
    const line = { amount: subtotal, description: "", period, proration: true };
    const next = { total: 900 + balance, at: period.end, balance };
    const preview = { ...aPreview([line]), subtotal, total, next_renewal: next };
    expect(leftForLater(preview)).toBe(sentence);
    const rows = seatRows(preview, { from: 2, to: 3 });
    expect(rows.find(({ label }) => label === "Carried to your next invoice")?.amount).toBe(
      balance > 0 ? -balance : undefined,
    );
    expect(rows.at(-1)?.note !== undefined).toBe(balance !== 0);
  },
);

test("DOC-03 a preview names the reverse charge, and an amount without tax and without reverse charge does not", () => {
  const lines = [{ amount: 900, description: "1 × Outlinear 5", period, proration: false }];
  const labels = (preview: InvoicePreview) => seatRows(preview, { from: 1, to: 2 }).map(({ label }) => label);
  expect(labels({ ...aPreview(lines), reverse_charge: true })).toEqual([
    "New period for 2 seats",
    "Subtotal",
    "Tax (reverse charge: your business accounts for it)",
    "Due now",
  ]);
  expect(labels({ ...aPreview(lines), reverse_charge: false })).toEqual(["New period for 2 seats", "Due now"]);
});
