import type { StaffAct } from "@foyer/contract/staff-wire";
import { expect, test } from "vitest";
import { shownActs } from "./shown-acts.ts";

const act = (id: string, day: number): StaffAct => ({
  id,
  at: `2026-11-${String(day).padStart(2, "0")}T09:00:00Z`,
  staff: "frank",
  act: "account.state",
  target: "account:maria",
  reason: "asked by phone",
  before: null,
  after: null,
});
const ids = (acts: StaffAct[]) => acts.map(({ id }) => id);

test("ROLE-04 the acts of both services are one list, newest first", () => {
  const accounts = { acts: [act("a2", 20), act("a1", 10)], hasMore: false };
  const purchase = { acts: [act("p1", 15)], hasMore: false };
  expect(ids(shownActs([accounts, purchase]))).toEqual(["a2", "p1", "a1"]);
});

test("ends the list where a service has more acts than were loaded, so that it has no gap", () => {
  const accounts = { acts: [act("a2", 20), act("a1", 18)], hasMore: true };
  const purchase = { acts: [act("p2", 19), act("p1", 3)], hasMore: false };
  expect(ids(shownActs([accounts, purchase]))).toEqual(["a2", "p2", "a1"]);
});
