import { expect, test } from "vitest";
import { canRemoveManager, removersOf, type StandingManager } from "./managers.ts";

const manager = (username: string, is_contact = false, is_payer = false): StandingManager => ({
  username,
  is_contact,
  is_payer,
});
const [contact, payer, third, fourth] = [
  manager("cara", true),
  manager("paul", false, true),
  manager("mona"),
  manager("mike"),
] as const;
const team = [contact, payer, third, fourth];

test("R-43 the contact and the payer can be removed only by each other", () => {
  expect(removersOf(team, contact)).toEqual(["paul"]);
  expect(removersOf(team, payer)).toEqual(["cara"]);
  expect(removersOf(team, third)).toEqual(["cara", "paul", "mike"]);
});

test("R-43 a manager who is both contact and payer cannot be removed, and every manager can leave", () => {
  const both = manager("maria", true, true);
  expect(removersOf([both, third], both)).toEqual([]);
  for (const each of [both, ...team]) expect(canRemoveManager(each, each)).toBe(true);
});
