import fc from "fast-check";
import { expect, test } from "vitest";
import {
  atQuantity,
  type ChangeSeats,
  changeSeats,
  type ChangeSeatsEvent,
  choiceOf,
  type HeldSeats,
  quantityText,
  releaseOf,
  wantedSeats,
} from "./change-seats.ts";
import { keptAtReview, seatsFlowKey } from "../../shared/subscription/kept-review.ts";

/** Five seats, four of them held, one of these expiring. */
const seats: HeldSeats = { inForce: 5, held: ["a", "b", "c", "d"], expiring: ["d"] };
const nobodyLeaves: HeldSeats = { ...seats, expiring: [] };

function after(held: HeldSeats, ...events: ChangeSeatsEvent[]): ChangeSeats {
  return events.reduce((now, event) => changeSeats(held, now, event), atQuantity);
}
function type(text: string): ChangeSeatsEvent {
  return { type: "typed", text };
}
const confirm: ChangeSeatsEvent = { type: "quantityConfirmed" };
const goOn: ChangeSeatsEvent = { type: "continued" };
const back: ChangeSeatsEvent = { type: "wentBack" };

test.each(["abc", "-3", "1.5", "1e3", " 7", "٣", "½"])(
  "QTY-03 %j is rejected: the current quantity is shown again, with the warning",
  (text) => {
    const rejected = after(seats, type("7"), type(text));
    expect(rejected).toMatchObject({ text: null, isWarned: true });
    expect(quantityText(seats, null)).toBe("5");
  },
);

test("QTY-03 until something is typed the field follows the current quantity, whichever answer it came with", () => {
  const eight: HeldSeats = { ...seats, inForce: 8 };
  const untouched = after(seats);
  if (untouched.step !== "quantity") throw new Error("not at the quantity");
  expect([seats, eight].map((now) => quantityText(now, untouched.text))).toEqual(["5", "8"]);
  expect(wantedSeats(eight, untouched.text)).toEqual({ wanted: 8, canConfirm: false, refusal: "unchanged" });
  expect(changeSeats(eight, untouched, confirm)).toBe(untouched);
});

test("QTY-03 the warning goes once digits are typed", () => {
  expect(after(seats, type("x"), type("8"))).toMatchObject({ text: "8", isWarned: false });
});

test.each([
  ["", false],
  ["0", false],
  ["1", true],
  ["5", false],
  ["2200", true],
  ["2201", false],
  ["99999999999999999999", false],
])("QTY-04 with %j Confirm Quantity is open: %s", (text, canConfirm) => {
  expect(wantedSeats(seats, text).canConfirm).toBe(canConfirm);
  const step = after(nobodyLeaves, type(text), confirm).step;
  expect(step === "quantity").toBe(!canConfirm);
});

test("QTY-05 fewer seats than people: choose who leaves, with those who leave already chosen", () => {
  const choose = after(seats, type("2"), confirm);
  expect(choose).toEqual({ step: "choose", wanted: 2, chosen: ["d"] });
  if (choose.step !== "choose") return;
  expect(choiceOf(seats, choose)).toEqual({ needed: 2, remaining: 1, isTooMany: false, isComplete: false });
  expect(changeSeats(seats, choose, goOn)).toBe(choose);
});

test("QTY-05 exactly the required number can continue, one too many cannot", () => {
  const two = after(seats, type("2"), confirm, { type: "seatsToggled", ids: ["a"], isChosen: true });
  expect(changeSeats(seats, two, goOn)).toEqual({ step: "review", wanted: 2, chosen: ["d", "a"], from: 5 });
  const three = changeSeats(seats, two, { type: "seatsToggled", ids: ["b"], isChosen: true });
  if (three.step === "choose") expect(choiceOf(seats, three).isTooMany).toBe(true);
  expect(changeSeats(seats, three, goOn)).toBe(three);
});

test("QTY-06 if no one has to leave but some seats expire, a reminder comes first", () => {
  expect(after(seats, type("4"), confirm)).toEqual({ step: "remind", wanted: 4 });
  expect(after(seats, type("8"), confirm, goOn)).toEqual({ step: "review", wanted: 8, chosen: null, from: 5 });
});

test("QTY-07 otherwise the review follows at once", () => {
  expect(after(nobodyLeaves, type("8"), confirm)).toEqual({ step: "review", wanted: 8, chosen: null, from: 5 });
});

test("going back keeps all input", () => {
  const toggle: ChangeSeatsEvent = { type: "seatsToggled", ids: ["a"], isChosen: true };
  const there = after(seats, type("2"), confirm, toggle, goOn);
  expect([back, back].reduce((now, event) => changeSeats(seats, now, event), there)).toMatchObject({ text: "2" });
  expect([back, back, confirm, goOn].reduce((now, event) => changeSeats(seats, now, event), there)).toEqual(there);
});

test("QTY-09 the chosen seats are released, those no longer chosen stay, and no choice leaves all as it is", () => {
  expect(releaseOf(seats, ["a", "b"])).toEqual({ release: ["a", "b"], renew: ["d"] });
  expect(releaseOf(seats, ["d"])).toBeNull();
  expect(releaseOf(seats, null)).toBeNull();
});

test("a seat that another manager has removed is no longer chosen", () => {
  const choose = after(seats, type("2"), confirm, { type: "seatsToggled", ids: ["a"], isChosen: true });
  const fewer: HeldSeats = { ...seats, held: ["b", "c", "d"] };
  if (choose.step !== "choose") throw new Error("not at the choice");
  expect(choiceOf(fewer, choose)).toEqual({ needed: 1, remaining: 0, isTooMany: false, isComplete: true });
  expect(changeSeats(fewer, choose, goOn)).toEqual({ step: "review", wanted: 2, chosen: ["d"], from: 5 });
});

test("QTY-11 a payment that failed is tried again from its review, and only more seats come that way", () => {
  const kept = keptAtReview(8, 5)[seatsFlowKey];
  expect(kept).toEqual(after(nobodyLeaves, type("8"), confirm));
  expect(changeSeats(nobodyLeaves, kept, back)).toMatchObject({ step: "quantity", text: "8" });
});

test("QTY-07 a review that a change elsewhere overtook is void: back to the number, which stays as typed", () => {
  const reviewed = after(nobodyLeaves, type("8"), confirm);
  const nine: HeldSeats = { ...nobodyLeaves, inForce: 9 };
  expect(changeSeats(nine, reviewed, { type: "overtaken" })).toMatchObject({ text: "8", isOvertaken: true });
  const eight: HeldSeats = { ...nobodyLeaves, inForce: 8 };
  expect(changeSeats(eight, reviewed, { type: "overtaken" })).toMatchObject({ text: "8", isOvertaken: false });
  // Confirmed and refused because another change was faster: the person is told, even if the wanted number is now in
  // force.
  expect(changeSeats(eight, reviewed, { type: "overtaken", isRefused: true })).toMatchObject({ isOvertaken: true });
});

const event: fc.Arbitrary<ChangeSeatsEvent> = fc.oneof(
  fc.record({
    type: fc.constant("typed" as const),
    text: fc.constantFrom("", "0", "1", "2", "3", "5", "9", "2201", "x"),
  }),
  fc.constant(confirm),
  fc.record({
    type: fc.constant("seatsToggled" as const),
    ids: fc.subarray(["a", "b", "c", "d", "gone"]),
    isChosen: fc.boolean(),
  }),
  fc.constant(goOn),
  fc.constant(back),
);

test("for any order of events, the review has a valid number, and exactly the seats that have to leave", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.boolean(), (events, someLeave) => {
      const held = someLeave ? seats : nobodyLeaves;
      let now: ChangeSeats = atQuantity;
      for (const each of events) {
        now = changeSeats(held, now, each);
        if (now.step !== "review") continue;
        expect(now.wanted).toBeGreaterThanOrEqual(1);
        expect(now.wanted).toBeLessThanOrEqual(2200);
        expect(now.wanted).not.toBe(held.inForce);
        const mustLeave = Math.max(0, held.held.length - now.wanted);
        if (mustLeave > 0) {
          expect(new Set(now.chosen).size).toBe(mustLeave);
          expect(now.chosen?.every((id) => held.held.includes(id))).toBe(true);
        } else expect(now.chosen).toBeNull();
      }
    }),
    { numRuns: 5000 },
  );
});
