import { waitingReasons } from "@foyer/contract/staff-statements";
import { deskWords } from "@foyer/domain/consumer-law";
import { expect, test } from "vitest";
import { words } from "#words/admin-desk";
import { words as shell } from "#words/shell";

test("DESK-01 the portal's footer has the law's own words", () => {
  expect([shell.withdraw, shell.cancelContracts]).toEqual([deskWords.withdraw.link, deskWords.cancel.link]);
});

test("DESK-06 each reason to wait has a sentence for staff", () => {
  expect(waitingReasons.filter((reason) => words.reasons[reason] === undefined)).toEqual([]);
});
