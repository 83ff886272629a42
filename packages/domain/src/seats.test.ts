import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isInUse,
  mayOfferRenewing,
  markSeats,
  renewSeats,
  restoreSeats,
  type Seat,
  seatsInUse,
  type SeatStatus,
} from "./seats.ts";

/** Parses `a3` as an active seat created on day 3, `x` as expiring, `p` as pending. */
function seat(id: string): Seat {
  const status: Record<string, SeatStatus> = { a: "active", x: "expiring", p: "pending" };
  const found = status[id.charAt(0)];
  if (!found) throw new Error(`no status for ${id}`);
  return { id, status: found, createdAt: new Date(Date.UTC(2026, 0, Number.parseInt(id.slice(1), 10))) };
}
const seats = (...ids: string[]): Seat[] => ids.map(seat);

const statuses = fc.constantFrom<SeatStatus>("active", "expiring", "pending");
const seatLists = fc
  .array(fc.record({ status: statuses, day: fc.integer({ min: 0, max: 5 }) }), { maxLength: 30 })
  .map((list) =>
    list.map(({ status, day }, index): Seat => ({
      id: `s${index}`,
      status,
      createdAt: new Date(Date.UTC(2026, 0, day)),
    })),
  );
const totals = fc.integer({ min: 0, max: 35 });

test("TEAM-02 in use are the seats that people hold, also expiring ones: by status and by the license's counts", () => {
  fc.assert(
    fc.property(seatLists, (list) => {
      const invited = list.filter(({ status }) => status === "pending").length;
      const held = list.filter(({ status }) => status === "active" || status === "expiring").length;
      expect(list.filter(isInUse)).toHaveLength(held);
      expect(seatsInUse({ used_seats: list.length, invited_seats: invited })).toBe(held);
    }),
  );
});

describe("renewal", () => {
  test.each<[string, string[], number, string[], string[]]>([
    ["expiring seats end, even where they would fit", ["a1", "x2"], 5, ["x2"], []],
    ["pending lapse before active, newest first", ["a1", "p2", "p3", "a9"], 3, [], ["p3"]],
    ["then active, newest first", ["a1", "p2", "p3", "a9"], 1, [], ["p3", "p2", "a9"]],
    ["ended seats make room first", ["a1", "x2", "p3"], 2, ["x2"], []],
    ["nothing fits into none", ["a1", "a2"], 0, [], ["a2", "a1"]],
  ])("QTY-09 %s", (_, ids, total, ended, lapsed) => {
    expect(renewSeats(seats(...ids), total)).toEqual({ ended, lapsed });
  });

  test("QTY-09 at equal times the later line is the newer one", () => {
    const [first, second] = seats("p4", "p4");
    if (!first || !second) throw new Error("two seats");
    const list = [
      { ...first, id: "first" },
      { ...second, id: "second" },
    ];
    expect(renewSeats(list, 1).lapsed).toEqual(["second"]);
  });

  test("QTY-09 the remaining seats fit, no older seat ends before a newer one, and renewing again changes nothing", () => {
    fc.assert(
      fc.property(seatLists, totals, (list, total) => {
        const { ended, lapsed } = renewSeats(list, total);
        const gone = new Set([...ended, ...lapsed]);
        expect(gone.size).toBe(ended.length + lapsed.length);
        const kept = list.filter((each) => !gone.has(each.id));
        expect(kept.length).toBe(Math.min(total, list.filter((each) => each.status !== "expiring").length));
        for (const status of ["active", "pending"] as const) {
          const newestKept = Math.max(...kept.filter((each) => each.status === status).map((each) => +each.createdAt));
          for (const each of list) {
            if (each.status === status && gone.has(each.id)) expect(+each.createdAt >= newestKept).toBe(true);
          }
        }
        if (list.some((each) => each.status === "active" && gone.has(each.id))) {
          expect(kept.every((each) => each.status !== "pending")).toBe(true);
        }
        expect(renewSeats(kept, total)).toEqual({ ended: [], lapsed: [] });
      }),
      { numRuns: 500 },
    );
  });
});

describe("a subscription comes back", () => {
  test.each<[string, string[], number, string[], string[]]>([
    ["all that fit, the expiring ones active again", ["a1", "x2", "p3"], 3, ["x2"], []],
    ["invitations give way first", ["a1", "x2", "p3"], 2, ["x2"], ["p3"]],
    ["then those that were expiring", ["a1", "x2", "x4", "p3"], 2, ["x2"], ["p3", "x4"]],
    ["then active ones, newest first", ["a1", "a5", "x2"], 1, [], ["x2", "a5"]],
  ])("RENEW-02 %s", (_, ids, total, reactivated, lapsed) => {
    expect(restoreSeats(seats(...ids), total)).toEqual({ reactivated, lapsed });
  });

  test.each<[string, string[], number, string[], string[], string[]]>([
    ["a chosen seat ends in place of the newest", ["a1", "a5", "a9"], 2, ["a1"], [], ["a1"]],
    ["invitations give way first", ["a1", "a5", "p9"], 2, ["a1"], [], ["p9"]],
    ["too few are chosen: the newest follow", ["a1", "a5", "a9"], 1, ["a1"], [], ["a1", "a9"]],
    ["too many are chosen: the newest of them", ["a1", "a5", "a9"], 2, ["a1", "a5"], [], ["a5"]],
    ["an expiring seat that was not chosen stays", ["a1", "x2", "a5"], 2, ["a1"], ["x2"], ["a1"]],
    ["an invitation, another's seat and repeats", ["a1", "a5", "p9"], 2, ["p9", "b1", "b1"], [], ["p9"]],
    ["all fit", ["a1", "x2"], 2, ["a1", "x2"], ["x2"], []],
  ])("RENEW-02 the buyer's choice: %s (FAULT-53)", (_, ids, total, chosen, reactivated, lapsed) => {
    expect(restoreSeats(seats(...ids), total, chosen)).toEqual({ reactivated, lapsed });
  });

  test("the restored seats fit, with any choice, and no other held seat ends before a chosen one", () => {
    fc.assert(
      fc.property(seatLists, totals, fc.array(fc.integer({ min: 0, max: 40 })), (list, total, picked) => {
        const chosen = picked.map((at) => `s${at}`);
        const { reactivated, lapsed } = restoreSeats(list, total, chosen);
        expect(list.length - lapsed.length).toBe(Math.min(total, list.length));
        expect(new Set(lapsed).size).toBe(lapsed.length);
        expect(reactivated.some((id) => lapsed.includes(id))).toBe(false);
        const held = list.filter(({ status }) => status !== "pending");
        const isChosenKept = held.some(({ id }) => chosen.includes(id) && !lapsed.includes(id));
        expect(isChosenKept && held.some(({ id }) => !chosen.includes(id) && lapsed.includes(id))).toBe(false);
      }),
    );
  });
});

describe("SEATS-09 an expiring seat", () => {
  test.each([
    [3, 3, 2, true],
    [2, 3, 2, false],
    [5, 5, 0, true],
    [5, 2, 6, false],
    [5, 2, 5, true],
    [null, 2, 9, true],
  ])(
    "SEATS-09 renewing %s, used %i, spare %i: may renew %s",
    (renewingQuantity, usedSeats, availableSeats, expected) => {
      expect(mayOfferRenewing({ renewingQuantity, usedSeats, availableSeats })).toBe(expected);
    },
  );

  const room = { renewingQuantity: 3, totalSeats: 5 };

  test("SEATS-09 ACC-21 is marked as renewing while the next period has room", () => {
    expect(markSeats(seats("a1", "x2", "p3"), { release: [], renew: ["x2"] }, room)).toEqual({
      refusal: null,
      changed: { expiring: [], renewing: ["x2"] },
    });
  });

  test("SEATS-09 ACC-21 is refused where it would not fit, and can replace another seat in one call", () => {
    const list = seats("a1", "a2", "x4", "p3");
    expect(markSeats(list, { release: [], renew: ["x4"] }, room)).toEqual({ refusal: "seats.would_not_fit" });
    expect(markSeats(list, { release: ["a2"], renew: ["x4"] }, room)).toEqual({
      refusal: null,
      changed: { expiring: ["a2"], renewing: ["x4"] },
    });
  });

  test("ACC-21 unknown, invited and duplicate seats are refused, and repeating changes nothing", () => {
    const list = seats("a1", "x2", "p3");
    for (const change of [
      { release: ["a9"], renew: [] },
      { release: ["p3"], renew: [] },
      { release: [], renew: ["p3"] },
      { release: ["a1"], renew: ["a1"] },
    ]) {
      expect(markSeats(list, change, room)).toEqual({ refusal: "seats.unknown" });
    }
    expect(markSeats(list, { release: ["x2", "x2"], renew: ["a1"] }, room)).toEqual({
      refusal: null,
      changed: { expiring: [], renewing: [] },
    });
  });

  test("ACC-21 without a subscription the license's total counts, and releasing always fits", () => {
    const full = seats("a1", "a2", "x3");
    const perpetual = { renewingQuantity: null, totalSeats: 3 };
    expect(markSeats(full, { release: [], renew: ["x3"] }, perpetual).refusal).toBe(null);
    expect(markSeats(full, { release: ["a1"], renew: [] }, { renewingQuantity: 0, totalSeats: 3 }).refusal).toBe(null);
  });
});
