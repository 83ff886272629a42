import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Seat } from "./seats.ts";
import {
  applySubscriptionNews,
  givesAccess,
  type KnownSubscription,
  type SubscribedLicense,
  type SubscriptionNews,
} from "./subscription-news.ts";

const day = 86_400;

function news(change: Partial<SubscriptionNews> = {}): SubscriptionNews {
  return {
    id: "sub_1",
    plan: "OUTLINE-5-SUB-MONTHLY-WEB",
    quantity: 5,
    next: null,
    status: "active",
    cancelAtPeriodEnd: false,
    currentPeriodEnd: 60 * day,
    paidUntil: 30 * day,
    objectTime: 10,
    sequence: 1,
    ...change,
  };
}

const known: KnownSubscription = { id: "sub_1", state: "active", paidUntil: 30 * day, objectTime: 9, sequence: 9 };
const seat = (id: string, status: Seat["status"], time: number): Seat => ({ id, status, createdAt: new Date(time) });
const seats = [seat("a", "active", 1), seat("b", "active", 2), seat("x", "expiring", 3), seat("p", "pending", 4)];
const license = (change: Partial<SubscribedLicense> = {}): SubscribedLicense => ({
  totalSeats: 5,
  seats,
  subscription: known,
  ...change,
});

describe("news of a subscription", () => {
  test("QTY-09 a recorded decrease lowers what renews and nothing else", () => {
    const next = { plan: "OUTLINE-5-SUB-MONTHLY-WEB", quantity: 2, at: 30 * day };
    expect(applySubscriptionNews(license(), news({ next }))).toEqual({
      state: "active",
      totalSeats: 5,
      renewingQuantity: 2,
      isRenewal: false,
      removed: [],
      reactivated: [],
    });
  });

  test("QTY-09 at the paid renewal the total falls, expiring seats end and what no longer fits lapses", () => {
    expect(applySubscriptionNews(license(), news({ quantity: 2, paidUntil: 60 * day }))).toMatchObject({
      totalSeats: 2,
      renewingQuantity: 2,
      isRenewal: true,
      removed: ["x", "p"],
    });
  });

  test("QTY-08 an increase raises the total when it is paid, not before", () => {
    expect(applySubscriptionNews(license(), news({ quantity: 8 }))).toMatchObject({ totalSeats: 8, removed: [] });
    expect(applySubscriptionNews(license(), news({ quantity: 3 }))).toMatchObject({ totalSeats: 5, removed: [] });
  });

  test("RENEW-01 the end makes it inactive and deletes nothing", () => {
    expect(applySubscriptionNews(license(), news({ status: "canceled", quantity: 1 }))).toMatchObject({
      state: "inactive",
      totalSeats: 5,
      removed: [],
    });
  });

  test("past due stays active, ended statuses do not", () => {
    expect(["active", "trialing", "past_due"].every(givesAccess)).toBe(true);
    for (const status of ["canceled", "unpaid", "incomplete", "incomplete_expired", "paused", "a word of tomorrow"]) {
      expect(givesAccess(status)).toBe(false);
    }
  });

  test("the first news are no renewal and remove no seat", () => {
    expect(applySubscriptionNews(license({ subscription: null }), news({ quantity: 3 }))).toMatchObject({
      totalSeats: 5,
      isRenewal: false,
      removed: [],
    });
  });
});

describe("a license that had ended", () => {
  const ended = license({ subscription: { ...known, state: "inactive" } });

  test("a new subscription restores the seats that fit", () => {
    const result = applySubscriptionNews(ended, news({ id: "sub_2", quantity: 3, paidUntil: 90 * day }));
    expect(result).toMatchObject({ state: "active", totalSeats: 3, removed: ["p"], reactivated: ["x"] });
  });

  test("another subscription takes over only when active, no older and the own one has ended", () => {
    expect(applySubscriptionNews(ended, news({ id: "sub_2", status: "canceled" }))).toBe(null);
    expect(applySubscriptionNews(ended, news({ id: "sub_0", objectTime: 8 }))).toBe(null);
    expect(applySubscriptionNews(license(), news({ id: "sub_2" }))).toBe(null);
  });
});

/** Applies news and stores the result, as the service does. */
function take(now: SubscribedLicense, each: SubscriptionNews): SubscribedLicense {
  const after = applySubscriptionNews(now, each);
  if (after === null) return now;
  return {
    totalSeats: after.totalSeats,
    seats: now.seats
      .filter((one) => !after.removed.includes(one.id))
      .map((one) => (after.reactivated.includes(one.id) ? { ...one, status: "active" as const } : one)),
    subscription: { ...each, state: after.state },
  };
}

describe("late and repeated news", () => {
  test.each([
    [8, 99, false],
    [9, 8, false],
    [9, 9, false],
    [9, 10, true],
    [10, 1, true],
  ])("object time %i, sequence %i after (9, 9): applied %s", (objectTime, sequence, expected) => {
    expect(applySubscriptionNews(license(), news({ objectTime, sequence })) !== null).toBe(expected);
  });

  const step = fc.record({
    quantity: fc.integer({ min: 1, max: 9 }),
    renews: fc.boolean(),
    status: fc.constantFrom("active", "past_due", "canceled"),
  });

  test("R-58 repeated and stale news change nothing at any time, and seats always fit the total", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat(20)), (steps, stale) => {
        let paidUntil = 30 * day;
        const stream = steps.map((each, index) => {
          if (each.renews) paidUntil += 30 * day;
          return news({
            quantity: each.quantity,
            status: each.status,
            paidUntil,
            objectTime: 10 + index,
            sequence: index,
          });
        });
        let [once, repeated] = [license(), license()];
        for (const [index, each] of stream.entries()) {
          once = take(once, each);
          repeated = take(take(repeated, each), each);
          const late = stream[(stale.next().value ?? 0) % (index + 1)];
          if (late) repeated = take(repeated, late);
          expect(once.seats.length).toBeLessThanOrEqual(once.totalSeats);
        }
        expect(repeated).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });
});
