import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canReassign, heldFromOther, isArchived, isTeamLicense, type ListedLicense } from "./licenses.ts";

function aLicense(change: Partial<ListedLicense> = {}): ListedLicense {
  return { productId: "TASK-3", totalSeats: 1, availableSeats: 0, invitedSeats: 0, holderUsername: "maria", ...change };
}

describe("HOME-20 which licenses are listed as team licenses", () => {
  test.each<[string, Partial<ListedLicense>, boolean]>([
    ["several seats", { totalSeats: 2, holderUsername: null }, true],
    ["the one seat, held by the viewer", {}, false],
    ["the one seat, held by the viewer under another spelling", { holderUsername: "Maria" }, false],
    ["the one seat, free", { availableSeats: 1, holderUsername: null }, true],
    ["the one seat, invited", { invitedSeats: 1, holderUsername: null }, true],
    ["the one seat, held by someone else", { holderUsername: "hugo" }, true],
  ])("HOME-20 %s", (_, change, expected) => expect(isTeamLicense(aLicense(change), "maria")).toBe(expected));

  test("HOME-13 TEAM-07 a trial is never listed, with any number of seats", () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(3000), fc.nat(3000), (totalSeats, availableSeats, invitedSeats) => {
        const trial = aLicense({ productId: "TASK-3-TRIAL", totalSeats, availableSeats, invitedSeats });
        expect(isTeamLicense(trial, "somebody else")).toBe(false);
      }),
    );
  });
});

describe("HOME-19 which purchases are archived", () => {
  const supported = { TASK: 3, DIAGRAM: 7, OUTLINE: 5 };
  test.each([
    ["DIAGRAM-7", 2, 0, true],
    ["DIAGRAM-8", 2, 0, true],
    ["DIAGRAM-6", 2, 0, false],
    ["DIAGRAM-7", 1, 0, false],
    ["DIAGRAM-7", 2, 1, false],
    ["DIAGRAM", 2, 0, false],
    ["UNKNOWN-9", 2, 0, false],
    ["constructor-9", 2, 0, false],
  ])("HOME-19 %s with %i seats and %i upgrades left: %s", (productId, seats, upgradesRemaining, expected) => {
    expect(isArchived({ productId, seats, upgradesRemaining }, supported)).toBe(expected);
  });
});

describe("HOME-10 HOME-11 owners of a seat", () => {
  test("HOME-10 a seat of a license that only others own shows the Team Manager", () => {
    expect(heldFromOther(["maria@example.com"], "hugo@example.com")).toBe(true);
    expect(heldFromOther(["maria@example.com", "Hugo@Example.com"], "hugo@example.com")).toBe(false);
    expect(heldFromOther([], "hugo@example.com")).toBe(true);
  });

  test("HOME-11 only the owner of a single-seat license can reassign it", () => {
    const own = { productId: "TASK-3", totalSeats: 1, ownerEmails: ["maria@example.com"] };
    expect(canReassign(own, "maria@example.com")).toBe(true);
    expect(canReassign({ ...own, totalSeats: 2 }, "maria@example.com")).toBe(false);
    expect(canReassign(own, "hugo@example.com")).toBe(false);
  });

  test("HOME-11 HOME-13 no one can reassign a trial", () => {
    const trial = { productId: "TASK-3-TRIAL", totalSeats: 1, ownerEmails: ["maria@example.com"] };
    expect(canReassign(trial, "maria@example.com")).toBe(false);
    expect(canReassign({ ...trial, productId: "TASK-3-TRIALS" }, "maria@example.com")).toBe(true);
  });
});
