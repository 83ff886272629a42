import { expect, test } from "vitest";
import { type ChangeableFacts, subscriptionActions } from "./subscription-actions.ts";

const renewing: ChangeableFacts = {
  plan: "OUTLINE-5-SUB-ANNUAL-WEB",
  quantity: 25,
  isActive: true,
  isPastDue: false,
  isCanceled: false,
  next: null,
  waiting: null,
};

function offered(changes: Partial<ChangeableFacts>) {
  return subscriptionActions({ ...renewing, ...changes }).map(({ label, unavailable }) => [
    label,
    unavailable === null,
  ]);
}

test("TEAM-05 a renewing subscription offers seats, the other cycle and canceling", () => {
  expect(offered({})).toEqual([
    ["Change Seats", true],
    ["Switch to Monthly", true],
    ["Cancel Subscription", true],
  ]);
  expect(offered({ plan: "OUTLINE-5-SUB-MONTHLY-WEB" })[1]).toEqual(["Switch to Yearly", true]);
});

test("QTY-02 changing seats is unavailable when not active, set to cancel, or with a change pending", () => {
  expect(offered({ isActive: false })[0]).toEqual(["Change Seats", false]);
  expect(offered({ isPastDue: true })[0]).toEqual(["Change Seats", false]);
  expect(offered({ isCanceled: true })).toEqual([
    ["Change Seats", false],
    ["Switch to Monthly", false],
    ["Turn on Auto-Renewal", true],
  ]);
  const next = { plan: "OUTLINE-5-SUB-MONTHLY-WEB", quantity: 25, at: new Date(0) };
  expect(offered({ next })[0]).toEqual(["Change Seats", false]);
});

test("QTY-01 with a recorded decrease Change Seats stays available and shows the reason in a dialog", () => {
  const next = { plan: renewing.plan, quantity: 20, at: new Date(0) };
  expect(offered({ next })).toEqual([
    ["Change Seats", true],
    ["Switch to Monthly", false],
    ["Cancel Subscription", true],
  ]);
});
