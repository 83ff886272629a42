import { describe, expect, test } from "vitest";
import {
  closingBlockers,
  comeBackUntil,
  erasedBy,
  erasedName,
  erasureDueBefore,
  isErasedName,
  type LicenseAtClosing,
} from "./closed-account.ts";
import { refuseAccountName } from "./account-name.ts";

const license: LicenseAtClosing = {
  id: "L1",
  description: "Outlinear 5",
  renews: false,
  isPayer: false,
  isManager: true,
  isLive: true,
  otherManagers: 0,
  othersSeats: 0,
};
const subscription = { kind: "subscription", license: "L1", description: "Outlinear 5" };
const onlyManager = { kind: "only_manager", license: "L1", description: "Outlinear 5" };

describe("reasons that keep an account open", () => {
  test.each<[string, Partial<LicenseAtClosing>, readonly object[]]>([
    ["an own license without other users", {}, []],
    ["a subscription that renews", { renews: true, isPayer: true }, [subscription]],
    ["one that renews and that another manager pays for", { renews: true, otherManagers: 1 }, []],
    ["a renewing license without another manager, with any payer", { renews: true }, [subscription]],
    [
      "a renewing license that the account pays for but does not manage",
      { renews: true, isPayer: true, isManager: false },
      [subscription],
    ],
    ["others' seats without another manager", { othersSeats: 2 }, [onlyManager]],
    ["others' seats with another manager", { othersSeats: 2, otherManagers: 1 }, []],
    ["others' seats of a license that has ended", { othersSeats: 2, isLive: false }, []],
    ["both", { renews: true, isPayer: true, othersSeats: 1 }, [subscription, onlyManager]],
  ])("ERASE-01 %s", (_title, facts, expected) => {
    expect(closingBlockers(false, [{ ...license, ...facts }])).toEqual(expected);
  });

  test("ERASE-01 being staff", () => {
    expect(closingBlockers(true, [])).toEqual([{ kind: "staff" }]);
  });
});

test("ERASE-02 ERASE-03 an owner can return for thirty days, and the erasure is due a day before the sixty days end", () => {
  const closed = new Date("2026-11-22T10:00:00Z");
  expect(comeBackUntil(closed)).toEqual(new Date("2026-12-22T10:00:00Z"));
  expect(erasedBy(closed)).toEqual(new Date("2027-01-21T10:00:00Z"));
  expect(erasureDueBefore(new Date("2027-01-20T10:00:00Z"))).toEqual(closed);
});

test("ERASE-03 the name of an erased account cannot be chosen", () => {
  expect(isErasedName(erasedName("acc_8fKq2LmZ0p"))).toBe(true);
  expect(refuseAccountName(erasedName("acc_8fKq2LmZ0p"))).toBe("account_name.not_allowed");
  expect(isErasedName("deleted")).toBe(false);
});
