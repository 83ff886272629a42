import type { Seat } from "@foyer/contract/seats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seatFinder } from "./seat-finder.ts";
import { seatCsv } from "./seat-columns.tsx";
import { seatList, type SeatList, type SeatListEvent, selectionFacts, sortSeats, untouchedList } from "./seat-list.ts";

function aSeat(id: string, username: string | null, status: Seat["status"] = username ? "active" : "pending"): Seat {
  return { id, username, email: `${id}@Birch.example`, status, short_url: null };
}

const seats = [aSeat("c", "cleo"), aSeat("p", null), aSeat("a", "Ada"), aSeat("b", "bo", "expiring")];

function ids(list: readonly Seat[]): string {
  return list.map(({ id }) => id).join("");
}

test("sorted by user, invitations come last; by status, active before expiring before pending; again, the other way", () => {
  expect(ids(sortSeats(seats, untouchedList))).toBe("abcp");
  const byStatus = seatList(untouchedList, { type: "sorted", by: "status" });
  expect(ids(sortSeats(seats, byStatus))).toBe("acbp");
  expect(ids(sortSeats(seats, seatList(byStatus, { type: "sorted", by: "status" })))).toBe("pbca");
});

test("SEATS-06 select-all selects what the filter shows, and leaves the rest unchanged", () => {
  const ticked = seatList(untouchedList, { type: "toggled", id: "c", isSelected: true });
  const shown = seatFinder(seats)("a@").seats;
  const all = seatList(ticked, { type: "allToggled", shown, isSelected: true });
  expect([...all.selected].toSorted()).toEqual(["a", "c"]);
  expect(selectionFacts(shown, all.selected)).toEqual({ count: 2, hidden: 1, extent: "all" });
  expect(selectionFacts(seats, all.selected).extent).toBe("some");
  const off = seatList(all, { type: "allToggled", shown, isSelected: false });
  expect([...off.selected]).toEqual(["c"]);
});

test("SEATS-06 select-all from nothing and back again copies no selection, and one change after it keeps the rest", () => {
  const all = seatList(untouchedList, { type: "allToggled", shown: seats, isSelected: true });
  expect(selectionFacts(seats, all.selected)).toEqual({ count: 4, hidden: 0, extent: "all" });
  expect(seatList(all, { type: "allToggled", shown: seats, isSelected: false }).selected).toBe(untouchedList.selected);
  expect(seatList(untouchedList, { type: "allToggled", shown: seats, isSelected: true }).selected).toBe(all.selected);
  const fewer = seatList(all, { type: "toggled", id: "c", isSelected: false });
  expect(selectionFacts(seats, fewer.selected)).toEqual({ count: 3, hidden: 0, extent: "some" });
  expect(all.selected.size).toBe(4);
});

test("SEATS-07 a seat that is gone does not stay selected", () => {
  const ticked = seatList(untouchedList, { type: "allToggled", shown: seats, isSelected: true });
  const reread = seatList(ticked, { type: "reread", seats: seats.slice(1) });
  expect(reread.selected.has("c")).toBe(false);
  expect(reread.selected.size).toBe(3);
  expect(seatList(reread, { type: "reread", seats })).toBe(reread);
  expect(seatList(reread, { type: "cleared" }).selected.size).toBe(0);
});

const id = fc.constantFrom("a", "b", "c", "p");
const event: fc.Arbitrary<SeatListEvent> = fc.oneof(
  fc.record({ type: fc.constant("filtered" as const), text: fc.constantFrom("", "a", "birch", "zz") }),
  fc.record({ type: fc.constant("sorted" as const), by: fc.constantFrom("user" as const, "email", "status") }),
  fc.record({ type: fc.constant("toggled" as const), id, isSelected: fc.boolean() }),
  fc.record({
    type: fc.constant("allToggled" as const),
    shown: fc.subarray(seats),
    isSelected: fc.boolean(),
  }),
  fc.constant<SeatListEvent>({ type: "cleared" }),
  fc.record({ type: fc.constant("reread" as const), seats: fc.subarray(seats) }),
);

test("for any order of events: filtering and sorting never change the selection, and only existing seats are selected", () => {
  const find = seatFinder(seats);
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let now: SeatList = untouchedList;
      for (const each of events) {
        const next = seatList(now, each);
        if (each.type === "filtered" || each.type === "sorted") expect(next.selected).toBe(now.selected);
        for (const ticked of next.selected) expect("abcp").toContain(ticked);
        const facts = selectionFacts(find(next.filter).seats, next.selected);
        expect(facts.hidden).toBeGreaterThanOrEqual(0);
        now = next;
      }
    }),
    { numRuns: 2000 },
  );
});

test("the list is exported as CSV, in its order, and contains no formula", () => {
  const listed: Seat[] = [
    { id: "1", username: "=cmd()", email: "a@birch.example", status: "active", short_url: null },
    { id: "2", username: null, email: "b@birch.example", status: "pending", short_url: "https://x" },
  ];
  const csv = seatCsv(listed, {});
  expect(csv).toBe(
    "\uFEFFUser,Email,Status\r\n'=cmd(),a@birch.example,Active\r\n,b@birch.example,Invitation pending\r\n",
  );
  expect(
    seatCsv(listed, { lastUses: new Map([["1", "2026-11-02"]]) })
      .split("\r\n")
      .slice(0, 3),
  ).toEqual([
    "\uFEFFUser,Email,Last used,Status",
    '\'=cmd(),a@birch.example,"Nov 02, 2026",Active',
    ",b@birch.example,,Invitation pending",
  ]);
});

test("WAL-24 sorted by last use, a seat that was never used comes first, and invitations come last", () => {
  const facts = {
    lastUses: new Map([
      ["a", "2026-11-02"],
      ["b", null],
      ["c", "2026-09-30"],
    ]),
  };
  const byUse = seatList(untouchedList, { type: "sorted", by: "lastUsed" });
  expect(ids(sortSeats(seats, byUse, facts))).toBe("bcap");
});
