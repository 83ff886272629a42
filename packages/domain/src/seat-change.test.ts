import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuantity, refuseQuantity } from "./quantity.ts";
import {
  refuseSeatChange,
  releaseFor,
  seatChoice,
  seatsToExpire,
  stepAfterQuantity,
  type ChangeableSubscription,
} from "./seat-change.ts";

describe("the quantity typed", () => {
  test.each<[string, number | null]>([
    ["12", 12],
    ["007", 7],
    ["0", 0],
    ["", null],
    [" 12", null],
    ["-1", null],
    ["+1", null],
    ["1.5", null],
    ["1e3", null],
    ["5abc", null],
    ["٣", null],
    ["0x10", null],
  ])("QTY-03 %j is %s", (text, expected) => expect(parseQuantity(text)).toBe(expected));

  test("QTY-03 every number in the range is parsed as itself, and nothing else is a number", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), fc.string(), (wanted, other) => {
        expect(parseQuantity(String(wanted))).toBe(wanted);
        if (!/^[0-9]+$/.test(other)) expect(parseQuantity(other)).toBe(null);
      }),
    );
  });

  test.each<[number | null, string | null]>([
    [null, "not_a_number"],
    [1.5, "not_a_number"],
    [Number.NaN, "not_a_number"],
    [0, "below_minimum"],
    [-3, "below_minimum"],
    [2201, "above_maximum"],
    [Number("9".repeat(20)), "above_maximum"],
    [25, "unchanged"],
    [1, null],
    [2200, null],
  ])("QTY-04 R-63 %s seats in place of 25: %s", (wanted, expected) =>
    expect(refuseQuantity(wanted, 25)).toBe(expected),
  );
});

describe("whether seats can be changed", () => {
  const open: ChangeableSubscription = {
    isActive: true,
    cancelAtPeriodEnd: false,
    changePending: false,
    renewingQuantity: 5,
    totalSeats: 5,
  };

  test.each<[string, Partial<ChangeableSubscription>, string | null]>([
    ["QTY-01 a recorded decrease", { renewingQuantity: 4, changePending: true }, "decrease_recorded"],
    ["QTY-02 not active", { isActive: false }, "not_active"],
    ["QTY-02 set to cancel", { cancelAtPeriodEnd: true }, "set_to_cancel"],
    ["QTY-02 a change is pending", { changePending: true }, "change_pending"],
    ["QTY-02 otherwise open", {}, null],
    ["QTY-01 more seats to come than now", { renewingQuantity: 6 }, null],
  ])("%s", (_, change, expected) => expect(refuseSeatChange({ ...open, ...change })).toBe(expected));
});

describe("QTY-05 choosing who loses a seat", () => {
  test.each([
    [5, 5, 0],
    [5, 4, 1],
    [5, 6, 0],
    [0, 1, 0],
  ])("QTY-05 %i held, %i wanted: %i to choose", (held, wanted, expected) => {
    expect(seatsToExpire({ held }, wanted)).toBe(expected);
  });

  test("QTY-05 the remaining count is shown, too many is reported, Continue is enabled at exactly enough", () => {
    expect(seatChoice(3, 1)).toEqual({ needed: 3, remaining: 2, isTooMany: false, isComplete: false });
    expect(seatChoice(3, 3)).toEqual({ needed: 3, remaining: 0, isTooMany: false, isComplete: true });
    expect(seatChoice(3, 4)).toEqual({ needed: 3, remaining: 0, isTooMany: true, isComplete: false });
  });

  test.each([
    [4, 5, 0, "choose"],
    [4, 5, 1, "choose"],
    [5, 5, 1, "remind"],
    [5, 5, 0, "review"],
    [9, 5, 2, "remind"],
  ] as const)("QTY-05 QTY-06 %i wanted, %i held, %i expiring: %s", (wanted, held, expiring, expected) => {
    expect(stepAfterQuantity({ held, expiring }, wanted)).toBe(expected);
  });

  test("QTY-05 the calls replace the expiring seats by the chosen ones", () => {
    expect(releaseFor(["a", "b"], ["b", "c"])).toEqual({ release: ["c"], renew: ["a"] });
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
    fc.assert(
      fc.property(ids, ids, (expiring, chosen) => {
        const { release, renew } = releaseFor(expiring, chosen);
        const after = new Set([...expiring.filter((id) => !renew.includes(id)), ...release]);
        expect(after).toEqual(new Set(chosen));
      }),
    );
  });
});
