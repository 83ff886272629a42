import { expect, test } from "vitest";
import { eventSentence } from "./event-sentence.ts";

test.each([
  ["seats.invited", { count: 3, addresses: ["a@b.c", "d@e.f"] }, "Invited 3 people: a@b.c, d@e.f and 1 more"],
  ["seats.removed", { count: 1, addresses: ["a@b.c"] }, "Removed 1 seat: a@b.c"],
  ["seats.marked", { released: 2, renewed: 1 }, "Marked 2 seats to expire. Marked 1 seat as renewing."],
  [
    "subscription.changed",
    {
      plan: "OUTLINE-5-SUB-ANNUAL-WEB",
      total_seats: 25,
      renewing_quantity: 20,
      state: "active",
      cancel_at_period_end: false,
    },
    "The subscription changed. 25 seats. 20 seats after the next renewal. Billed yearly.",
  ],
  ["seats.freed", { count: 1, addresses: ["a@b.c"] }, "Removed 1 seat: a@b.c"],
  ["license.transferred", { owners: ["ada", "bo"] }, "Handed the license to ada, bo."],
  ["managers.added", { account: "ada" }, "Made ada a manager."],
  ["managers.removed", { account: "ada" }, "Removed ada as a manager."],
  ["managers.contact_changed", { account: "ada" }, "Made ada the contact."],
  ["upgrade.given", { seats_moved: 2, unassigned: 1, to: "x" }, "Upgraded 3 seats, which left this license."],
  ["subscription.changed", { state: "inactive" }, "The subscription ended."],
  ["subscription.changed", { state: "inactive", statement: "withdraw" }, "The subscription ended by a withdrawal."],
  ["license.bought", { plan: "OUTLINE-5", total_seats: 1 }, "Bought the license with 1 seat."],
  [
    "license.bought",
    { plan: "OUTLINE-5", total_seats: 1, seats_ended: 3, addresses: ["a@b.c"] },
    "Bought the license with 1 seat. 3 seats ended: a@b.c and 2 more",
  ],
  [
    "subscription.renewed",
    { plan: "OUTLINE-5", total_seats: 1, seats_ended: 2 },
    "The subscription renewed. 1 seat. 2 seats ended.",
  ],
  ["something.new_here", {}, "something new here"],
])("%s has a sentence", (act, details, sentence) => {
  expect(eventSentence({ act, details })).toBe(sentence);
});
