import fc from "fast-check";
import { expect, test } from "vitest";
import { asking, autoRenewal, type AutoRenewalEvent } from "./auto-renewal.ts";

const refused = { type: "refused", sentence: "Not now.", request: null } as const;

test("RENEW-01 auto-renewal is turned off only after the person confirmed and the service answered", () => {
  expect(autoRenewal(asking, { type: "answered" })).toBe(asking);
  const sending = autoRenewal(asking, { type: "agreed" });
  expect(sending).toEqual({ step: "sending" });
  expect(autoRenewal(sending, { type: "agreed" })).toBe(sending);
  expect(autoRenewal(sending, { type: "answered" })).toEqual({ step: "done" });
});

test("RENEW-02 a refused request can be repeated", () => {
  const failed = autoRenewal({ step: "sending" }, refused);
  expect(failed).toEqual({ step: "failed", sentence: "Not now.", request: null });
  expect(autoRenewal(failed, { type: "agreed" })).toEqual({ step: "sending" });
});

test("for any order of events, it is sent only after a confirmation and done only after an answer", () => {
  const event = fc.constantFrom<AutoRenewalEvent>({ type: "agreed" }, { type: "answered" }, refused);
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      let now = asking;
      for (const each of events) {
        const next = autoRenewal(now, each);
        if (next.step === "sending" && now.step !== "sending") expect(each.type).toBe("agreed");
        if (next.step === "done" && now.step !== "done") expect([now.step, each.type]).toEqual(["sending", "answered"]);
        if (now.step === "done") expect(next).toBe(now);
        now = next;
      }
    }),
  );
});
