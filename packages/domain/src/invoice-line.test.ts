import { expect, test } from "vitest";
import { invoiceLine } from "./invoice-line.ts";

const period = { start: Date.UTC(2026, 10, 20) / 1_000, end: Date.UTC(2027, 10, 20) / 1_000 };

test("DOC-09 a line says product, seats and period, and that it is a credit", () => {
  expect(invoiceLine({ product: "Outlinear 5", seats: 25, period, amount: 250_000 })).toBe(
    "Outlinear 5: 25 seats, Nov 20, 2026 to Nov 20, 2027",
  );
  expect(invoiceLine({ product: "Outlinear 5", seats: 2_200, period, amount: 250_000 })).toContain(": 2,200 seats,");
  expect(invoiceLine({ product: "Outlinear 5", seats: 1, period, amount: -100 })).toBe(
    "Outlinear 5: credit for 1 seat, Nov 20, 2026 to Nov 20, 2027",
  );
});

test("DOC-09 a line that is paid once has no period, and one within a day has one date (FAULT-53)", () => {
  const { start } = period;
  const lineUntil = (end: number): string =>
    invoiceLine({ product: "Outlinear 5", seats: 2, period: { start, end }, amount: 500 });
  expect(lineUntil(start)).toBe("Outlinear 5: 2 seats");
  expect(lineUntil(start + 3_600)).toBe("Outlinear 5: 2 seats, Nov 20, 2026");
});
