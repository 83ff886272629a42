import { describe, expect, test } from "vitest";
import {
  contradiction,
  maySwitchCycle,
  prorationOfSeats,
  prorationOfSwitch,
  switchDirection,
  type ProrationBehavior,
} from "./billing-cycle.ts";

const yearly = "OUTLINE-5-SUB-ANNUAL-WEB";
const monthly = "OUTLINE-5-SUB-MONTHLY-WEB";

describe("CYCLE-01 when the cycle can be switched", () => {
  const end = new Date("2027-03-31T12:00:00Z");
  test.each([
    ["2027-03-01T11:59:59.999Z", false],
    ["2027-03-01T12:00:00Z", true],
    ["2027-03-31T11:59:59Z", true],
    ["2026-04-01T00:00:00Z", false],
  ])("CYCLE-01 yearly to monthly at %s: %s", (now, expected) => {
    expect(maySwitchCycle("to_monthly", end, new Date(now))).toBe(expected);
    expect(maySwitchCycle("to_yearly", end, new Date(now))).toBe(true);
  });
});

test("CYCLE-02 CYCLE-04 a plan switches to the other cycle, prorated to yearly only", () => {
  expect([yearly, monthly, "OUTLINE-5"].map(switchDirection)).toEqual(["to_monthly", "to_yearly", null]);
  expect(prorationOfSwitch("to_yearly")).toBe("create_prorations");
  expect(prorationOfSwitch("to_monthly")).toBe("none");
});

test("QTY-08 QTY-09 more seats are prorated, fewer are not", () => {
  expect(prorationOfSeats(5, 6)).toBe("create_prorations");
  expect(prorationOfSeats(5, 4)).toBe("none");
});

describe("PUR-09 contradictions", () => {
  test.each<[string, number, string, number, ProrationBehavior, string | null]>([
    [yearly, 5, yearly, 6, "none", "more_seats_unpaid"],
    [yearly, 5, yearly, 4, "none", null],
    [yearly, 5, yearly, 5, "none", null],
    [yearly, 5, yearly, 6, "create_prorations", null],
    [yearly, 5, yearly, 4, "create_prorations", "fewer_seats_prorated"],
    [yearly, 5, monthly, 5, "none", null],
    [yearly, 5, monthly, 4, "none", null],
    [yearly, 5, monthly, 6, "none", "more_seats_unpaid"],
    [yearly, 5, monthly, 5, "create_prorations", "monthly_prorated"],
    [monthly, 5, yearly, 5, "create_prorations", null],
    [monthly, 5, yearly, 5, "none", "yearly_unpaid"],
    [monthly, 5, yearly, 4, "none", "yearly_unpaid"],
    [monthly, 5, yearly, 6, "create_prorations", null],
    [monthly, 5, "TASK-3-SUB-ANNUAL-WEB", 5, "create_prorations", "other_product"],
    [monthly, 5, "OUTLINE-6-SUB-MONTHLY-WEB", 5, "none", "other_product"],
  ])("CYCLE-04 %s × %i to %s × %i with %s: %s", (plan, quantity, wantedPlan, wanted, behavior, expected) => {
    expect(contradiction({ planId: plan, quantity }, { planId: wantedPlan, quantity: wanted }, behavior)).toBe(
      expected,
    );
  });
});
