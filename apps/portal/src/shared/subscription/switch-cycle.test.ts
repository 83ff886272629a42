import { expect, test } from "vitest";
import { cycleSwitch } from "./switch-cycle.ts";

const yearly = { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 25, periodEnd: new Date("2027-03-03T09:30:00Z") };
const monthly = { ...yearly, plan: "OUTLINE-5-SUB-MONTHLY-WEB" };

test("CYCLE-01 yearly to monthly becomes available 30 days before the term ends, to the second", () => {
  const opensAt = new Date("2027-02-01T09:30:00Z");
  expect(cycleSwitch(yearly, new Date(opensAt.getTime() - 1000))).toEqual({ kind: "too_early", opensAt });
  expect(cycleSwitch(yearly, opensAt).kind).toBe("open");
});

test("CYCLE-02 CYCLE-04 the switch swaps the marker, keeps the seats, and prorates only towards yearly", () => {
  expect(cycleSwitch(monthly, new Date("2027-02-05T00:00:00Z"))).toEqual({
    kind: "open",
    to: "year",
    change: { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 25, behavior: "create_prorations" },
  });
  expect(cycleSwitch(yearly, new Date("2027-02-05T00:00:00Z"))).toEqual({
    kind: "open",
    to: "month",
    change: { plan: "OUTLINE-5-SUB-MONTHLY-WEB", quantity: 25, behavior: "none" },
  });
});

test("a plan without a cycle cannot be switched", () => {
  expect(cycleSwitch({ ...yearly, plan: "OUTLINE-5" }, new Date())).toEqual({ kind: "none" });
});
