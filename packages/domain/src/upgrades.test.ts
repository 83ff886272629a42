import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maySelectAll, refuseUpgrade, unassignedMax, upgradeChoice, type UnactivatedUpgrade } from "./upgrades.ts";

const anUpgrade = (upgradesAvailable: number, totalSeats: number, seats: number): UnactivatedUpgrade => ({
  upgradesAvailable,
  totalSeats,
  seatIds: Array.from({ length: seats }, (_, index) => `s${index}`),
});

test.each([
  [2, 4, 2, 2],
  [3, 4, 2, 2],
  [2, 4, 4, 0],
  [2, 4, 5, 0],
  [5, 9, 1, 5],
])("UPGRADE-03 %i upgrades, %i seats after, %i held: at most %i unassigned", (available, total, held, expected) => {
  expect(unassignedMax(anUpgrade(available, total, held))).toBe(expected);
});

test.each([
  [1, 0, false, false],
  [1, 1, false, true],
  [2, 0, false, true],
  [2, 1, true, false],
  [0, 2, false, true],
])(
  "UPGRADE-01 UPGRADE-02 of 2, %i selected and %i unassigned: too many %s, open %s",
  (selected, unassigned, tooMany, open) => {
    expect(upgradeChoice(anUpgrade(2, 4, 2), selected, unassigned)).toMatchObject({
      isTooMany: tooMany,
      isComplete: open,
    });
  },
);

test.each([
  [2, 2, 0, true],
  [2, 3, 0, false],
  [3, 2, 3, true],
  [3, 2, 4, false],
])("UPGRADE-04 %i upgrades, %i seats, %i selected: select-all offered %s", (available, held, selected, expected) => {
  expect(maySelectAll(anUpgrade(available, 9, held), selected)).toBe(expected);
});

describe("ACC-16 carrying it out", () => {
  test.each<[string[], number, string | null]>([
    [["s0", "s1"], 0, null],
    [["s0"], 1, null],
    [[], 2, null],
    [["s0", "s1"], 1, "upgrade.too_many"],
    [["s0"], 0, "upgrade.not_exact"],
    [["s0", "s0"], 0, "upgrade.not_exact"],
    [["s9"], 1, "upgrade.unknown_seat"],
    [["s9", "s0", "s1"], 4, "upgrade.unknown_seat"],
    [["s0", "s1"], -1, "upgrade.not_exact"],
  ])("ACC-16 of 2 upgrades %j and %i unassigned: %s", (seats, unassigned, expected) => {
    expect(refuseUpgrade(anUpgrade(2, 4, 2), seats, unassigned)).toBe(expected);
  });

  test("UPGRADE-03 ACC-16 more unassigned than allowed are too many, even if the sum is right", () => {
    const upgrade = anUpgrade(2, 4, 4);
    expect(upgradeChoice(upgrade, 1, 1)).toEqual({ chosen: 2, isTooMany: true, isComplete: false });
    expect(refuseUpgrade(upgrade, ["s0"], 1)).toBe("upgrade.too_many");
    expect(refuseUpgrade(upgrade, ["s0", "s1"], 0)).toBe(null);
  });

  test("ACC-16 UPGRADE-02 the service accepts exactly the choices that enable the button", () => {
    const upgrades = fc.tuple(fc.nat(6), fc.nat(9), fc.nat(6)).map((numbers) => anUpgrade(...numbers));
    fc.assert(
      fc.property(upgrades, fc.nat(6), fc.nat(6), (upgrade, selected, unassigned) => {
        const seats = upgrade.seatIds.slice(0, selected);
        const isOpen = upgradeChoice(upgrade, seats.length, unassigned).isComplete;
        expect(refuseUpgrade(upgrade, seats, unassigned) === null).toBe(isOpen);
      }),
    );
  });
});
