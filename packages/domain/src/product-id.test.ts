import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  billingInterval,
  isStoreBilled,
  isSubscription,
  isTrial,
  parseProductId,
  purchaseType,
  swapCycle,
} from "./product-id.ts";

const plans = fc
  .tuple(
    fc.constantFrom("OUTLINE", "TASK", "DIAGRAM", "PLAN", "WEBBER", "ITEM"),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom("ANNUAL", "MONTHLY"),
    fc.subarray(["SUB", "WEB", "MAS", "IAP", "LEGACY"]),
  )
  .map(([code, version, cycle, rest]) => [code, version, ...rest, cycle].join("-"));

describe("product ids", () => {
  test("a plan's id contains product, version, cycle and markers", () => {
    const facts = parseProductId("OUTLINE-5-SUB-ANNUAL-WEB");
    expect(facts).toMatchObject({ code: "OUTLINE", majorVersion: 5, interval: "year" });
    expect([...facts.markers].toSorted()).toEqual(["ANNUAL", "SUB", "WEB"]);
  });

  test.each([
    ["TASK-3-TRIAL", true],
    ["TRIAL-TASK-3", true],
    ["TASK-3-TRIALS", false],
    ["TRIALS-3", false],
    ["TASK-3-trial", false],
    ["TASK-3", false],
    ["", false],
  ])("HOME-13 %s is a trial: %s", (id, expected) => expect(isTrial(id)).toBe(expected));

  test.each([
    ["TASK-3-SUB-MONTHLY-IAP", true],
    ["TASK-3-MAS", true],
    ["TASK-3-IT", true],
    ["ITEM-3", false],
    ["MAST-3-SUB-ANNUAL-WEB", false],
  ])("%s is billed in an app store: %s", (id, expected) => expect(isStoreBilled(id)).toBe(expected));

  test.each([
    ["TASK-3-TRIAL", "trial"],
    ["TASK-3-SUB-TRIAL", "trial"],
    ["TASK-3-SUB-ANNUAL-WEB", "renewable"],
    ["TASK-3", "perpetual"],
    ["OUTLINE-4-LEGACY", "perpetual"],
  ])("%s is bought as %s", (id, expected) => expect(purchaseType(id)).toBe(expected));

  test("an id without a version or a product, or an empty one, has none", () => {
    expect(parseProductId("")).toMatchObject({ code: null, majorVersion: null, interval: null });
    expect(parseProductId("SUB-ANNUAL")).toMatchObject({ code: null, majorVersion: null, interval: "year" });
    expect(parseProductId("TASK")).toMatchObject({ code: "TASK", majorVersion: null });
  });
});

describe("CYCLE-02 the switch swaps ANNUAL and MONTHLY", () => {
  test.each([
    ["OUTLINE-5-SUB-ANNUAL-WEB", "OUTLINE-5-SUB-MONTHLY-WEB"],
    ["OUTLINE-5-SUB-MONTHLY-WEB", "OUTLINE-5-SUB-ANNUAL-WEB"],
    ["SEMIANNUAL-5-SUB-ANNUAL", "SEMIANNUAL-5-SUB-MONTHLY"],
    ["OUTLINE-5", null],
    ["OUTLINE-5-ANNUAL-MONTHLY", null],
  ])("CYCLE-02 %s becomes %s", (id, expected) => expect(swapCycle(id)).toBe(expected));

  test("CYCLE-02 switching twice gives the same plan, and once gives only the other cycle", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const other = swapCycle(plan);
        if (other === null) throw new Error(`no other cycle for ${plan}`);
        expect(swapCycle(other)).toBe(plan);
        expect(billingInterval(other)).not.toBe(billingInterval(plan));
        expect(isSubscription(other)).toBe(isSubscription(plan));
        expect(parseProductId(other).code).toBe(parseProductId(plan).code);
      }),
    );
  });
});
