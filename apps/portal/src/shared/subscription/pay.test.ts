import { ApiError, NetworkError } from "@foyer/api-client/errors";
import type { Payment } from "@foyer/contract/invoices";
import { refusals } from "@foyer/contract/refusals";
import { describe, expect, test } from "vitest";
import { Stopped } from "../failures/unheard.ts";
import { failureOf, isUnknown, mayChangeCard, mayRepeat, offline, Paused } from "./failed-payment.ts";
import { isWorking, progressOf } from "./pay.ts";

const change = { subscription: "sub_1", plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 8 };
const told = (state: Payment["state"], more: Partial<Payment> = {}): Payment => ({
  id: "quote_1",
  state,
  change,
  ...more,
});
const refused = (name: "payment.declined" | "quote.dead" | "provider.unavailable" | "rate.limited") => {
  const { status, code, message } = refusals[name];
  return new ApiError({
    status,
    code,
    refusal: name,
    message,
    errors: [],
    requestId: "7c1e",
    retryAfter: null,
    body: {},
  });
};

describe("where a payment stands", () => {
  test("QTY-08 it is done only once the service says that it is paid, with its document", () => {
    expect(progressOf(told("paid"))).toEqual({ step: "done", receipt: null });
    for (const state of ["open", "paying", "waiting", "failed", "over"] as const) {
      const now = progressOf(told(state));
      expect([now.step, isWorking(now)], state).toEqual(["failed", false]);
    }
  });

  test("QTY-11 why it failed is read as it was told", () => {
    for (const name of ["payment.declined", "payment.authentication_failed", "quote.dead"] as const) {
      const { code, status, message } = refusals[name];
      const read = progressOf(told("failed", { failure: { code, name, message } }));
      const answered = failureOf(
        new ApiError({ status, code, refusal: name, message, errors: [], requestId: null, retryAfter: null, body: {} }),
      );
      expect(read).toEqual({ step: "failed", failure: answered });
    }
  });

  test("LOOK-05 while the result is unknown, only the same payment can be sent again", () => {
    const unknown = [
      new NetworkError("unreachable", null),
      refused("provider.unavailable"),
      new Stopped(),
      new Paused("bank"),
    ];
    for (const failure of unknown.map(failureOf)) {
      expect([isUnknown(failure), mayRepeat(failure), mayChangeCard(failure)]).toEqual([true, true, false]);
    }
    expect(unknown.map((error) => failureOf(error).kind)).toEqual(["unknown", "unknown", "stopped", "stopped"]);
    expect([isUnknown(offline), mayRepeat(offline)]).toEqual([false, true]);
  });

  test("QTY-11 a refusal leads to a new review, and never to a second try of the same amount", () => {
    for (const name of ["payment.declined", "quote.dead", "rate.limited"] as const) {
      const failure = failureOf(refused(name));
      expect([isUnknown(failure), mayRepeat(failure)], name).toEqual([false, false]);
    }
  });
});
