import fc from "fast-check";
import { expect, test } from "vitest";
import {
  atReview,
  isUnknown,
  isWorking,
  resumed,
  settle,
  type Settlement,
  type SettlementEvent,
} from "./settlement.ts";

const declined = { kind: "declined", sentence: "The card was declined.", request: null } as const;
const lost = { kind: "unknown", sentence: "No answer came.", request: null } as const;
const stopped = { ...lost, kind: "stopped" } as const;

function after(...events: SettlementEvent[]): Settlement {
  return events.reduce(settle, atReview);
}

test("QTY-08 an increase is staged, charged with its invoice, and finalized, in that order", () => {
  const charged: SettlementEvent[] = [
    { type: "agreed" },
    { type: "recorded", isCharged: true },
    { type: "charged", invoice: "in_1", secret: null },
  ];
  expect(after(...charged.slice(0, 1)).step).toBe("recording");
  expect(after(...charged.slice(0, 2)).step).toBe("charging");
  expect(after(...charged)).toEqual({ step: "confirming", invoice: "in_1" });
  expect(after(...charged, { type: "confirmed", secret: null, receipt: "/in_1.pdf" })).toEqual({
    step: "done",
    receipt: "/in_1.pdf",
  });
});

test("QTY-09 what is charged later is done once it is recorded", () => {
  expect(after({ type: "agreed" }, { type: "recorded", isCharged: false })).toEqual({ step: "done", receipt: null });
});

test("QTY-11 a card with authentication goes to the bank, then the service is asked for the result", () => {
  const atBank = after(
    { type: "agreed" },
    { type: "recorded", isCharged: true },
    { type: "charged", invoice: "in_1", secret: "s" },
  );
  expect(atBank).toEqual({ step: "authenticating", invoice: "in_1", secret: "s" });
  const asked = settle(atBank, { type: "authenticated" });
  expect(asked).toEqual({ step: "confirming", invoice: "in_1" });
  expect(settle(asked, { type: "confirmed", secret: "s", receipt: null })).toEqual(atBank);
  expect(settle(asked, { type: "confirmed", secret: null, receipt: null }).step).toBe("done");
});

test("QTY-11 a declined card leads to a review with a new amount, and never to a second try of the same amount", () => {
  const failed = after(
    { type: "agreed" },
    { type: "recorded", isCharged: true },
    { type: "failed", failure: declined },
  );
  expect(failed.step).toBe("failed");
  expect(settle(failed, { type: "retried" })).toBe(failed);
  expect(settle(failed, { type: "reviewedAgain" })).toBe(atReview);
});

test.each([lost, stopped])(
  "LOOK-05 without an answer ($kind), the same step is repeated, and no new review is offered",
  (failure) => {
    const charging = after({ type: "agreed" }, { type: "recorded", isCharged: true });
    const failed = settle(charging, { type: "failed", failure });
    expect(settle(failed, { type: "reviewedAgain" })).toBe(failed);
    expect(settle(failed, { type: "retried" })).toEqual(charging);
  },
);

test("QTY-11 a change that a look finds in force is done, with its document", () => {
  const charging = after({ type: "agreed" }, { type: "recorded", isCharged: true });
  expect(settle(charging, { type: "inForce", receipt: "/in_1.pdf" })).toEqual({ step: "done", receipt: "/in_1.pdf" });
});

test("a payment that waits since an earlier visit continues at the bank", () => {
  expect(resumed({ invoice: "in_1", secret: "s" })).toEqual({ step: "authenticating", invoice: "in_1", secret: "s" });
});

const failure = fc.constantFrom(declined, lost, stopped, { ...declined, kind: "outdated" as const });
const secret = fc.constantFrom(null, "s");
const event: fc.Arbitrary<SettlementEvent> = fc.oneof(
  fc.constant<SettlementEvent>({ type: "agreed" }),
  fc.record({ type: fc.constant("recorded" as const), isCharged: fc.boolean() }),
  fc.record({ type: fc.constant("charged" as const), invoice: fc.constant("in_1"), secret }),
  fc.constant<SettlementEvent>({ type: "authenticated" }),
  fc.constant<SettlementEvent>({ type: "inForce", receipt: null }),
  fc.record({ type: fc.constant("confirmed" as const), secret, receipt: fc.constant(null) }),
  fc.record({ type: fc.constant("failed" as const), failure }),
  fc.constant<SettlementEvent>({ type: "retried" }),
  fc.constant<SettlementEvent>({ type: "reviewedAgain" }),
);

test("for any order of events: charging only after recording, done only after the service's answer, and then final", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let now = atReview;
      for (const each of events) {
        const next = settle(now, each);
        if (next.step === "charging" && now.step !== "charging") {
          expect(now.step === "recording" || now.step === "failed").toBe(true);
        }
        if (next.step === "done" && now.step !== "done") {
          expect(["recorded", "confirmed", "inForce"]).toContain(each.type);
          expect(isWorking(now)).toBe(true);
        }
        if (now.step === "done") expect(next).toBe(now);
        if (now.step === "failed" && isUnknown(now.failure) && next !== now) expect(next).toBe(now.at);
        now = next;
      }
    }),
    { numRuns: 3000 },
  );
});
