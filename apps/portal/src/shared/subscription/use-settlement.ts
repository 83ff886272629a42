import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Stopped, useSlow } from "../use-sending.ts";
import { type Agreement, carryOut, type Order, type Payer } from "./carry-out.ts";
import { forgetFailure, keepFailure, keptFailure } from "./kept-failure.ts";
import { atReview, isWorking, settle, type Settlement } from "./settlement.ts";
import type { FlowName } from "./use-open-flow.ts";
import { refreshAfterChange, refreshLicenses } from "./subscription-queries.ts";
import { useLooks } from "./use-looks.ts";

export interface Settling {
  readonly now: Settlement;
  /** A request is running, or the bank's window is open. */
  readonly isRunning: boolean;
  /** An answer takes long: it need not be waited for. */
  readonly isSlow: boolean;
  /** Counts the reviews; each shows an amount of its own. */
  readonly review: number;
  /** The previous amount was no longer valid, and the displayed one is new. */
  readonly isRenewed: boolean;
  /** @param agreement id of the confirmed preview; for an invoice, an id of this attempt. */
  readonly agree: (agreement: Agreement) => void;
  readonly retry: () => void;
  readonly reviewAgain: () => void;
  /** Waits no longer. What becomes of the step is then unknown, and nothing more is sent by itself. */
  readonly stop: () => void;
  /** Takes up a settlement that waits. */
  readonly carryOn: () => void;
}

/**
 * Returns whether the confirmed amount was no longer valid before the card was charged. Only then is a new amount the
 * complete answer.
 */
function isOutdated(now: Settlement): boolean {
  if (now.step !== "failed" || now.failure.kind !== "outdated") return false;
  return now.at.step === "recording" || now.at.step === "charging";
}

function flowOf(payer: Payer, plan: string): FlowName {
  return plan === payer.subscription.plan ? "seats" : "cycle";
}

/** Where a change begins: at its review, or at why its payment failed before the page was loaded anew. */
function startOf({ subscription }: Payer, order: Order): Settlement {
  const kept = order.kind === "change" ? keptFailure(subscription.id) : null;
  if (!kept || order.kind !== "change" || kept.quantity !== order.change.quantity) return atReview;
  return { step: "failed", failure: kept.failure, at: { step: "charging" } };
}

/** Keeps over a reload why a card was not charged, until the change is left or tried again. */
function keepIfFailed(payer: Payer, order: Order, now: Settlement) {
  if (order.kind !== "change" || now.step !== "failed") return;
  const { failure } = now;
  if (failure.kind !== "declined" && failure.kind !== "authentication") return;
  const { plan, quantity } = order.change;
  keepFailure({ subscription: payer.subscription.id, flow: flowOf(payer, plan), quantity, failure });
}

/**
 * Carries a change out, step by step, and says where it stands.
 *
 * @param start where it goes on, if it was begun in an earlier visit.
 */
export function useSettlement(payer: Payer, order: Order, start?: Settlement): Settling {
  const client = useQueryClient();
  const [now, setNow] = useState(() => start ?? startOf(payer, order));
  const [review, setReview] = useState(0);
  const [isRenewed, setRenewed] = useState(false);
  const agreement = useRef<Agreement>(null);
  const running = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const stopping = useRef<AbortController>(null);
  const isSlow = useSlow(isWorking(now) && now.step !== "authenticating");
  const retry = () => void run(settle(now, { type: "retried" }));
  const isChange = order.kind === "change";
  useEffect(() => (isChange ? forgetFailure : undefined), [isChange]);
  useLooks(now, isRunning, retry);

  async function run(from: Settlement) {
    // A second click while the first one is running must not start a second run.
    if (running.current) return;
    running.current = true;
    const stopper = new AbortController();
    stopping.current = stopper;
    setRunning(true);
    let state = from;
    setNow(state);
    while (isWorking(state)) {
      // Each step needs the previous answer.
      // oxlint-disable-next-line eslint/no-await-in-loop
      state = settle(state, await carryOut(payer, order, agreement.current, state, stopper.signal));
      if (!isOutdated(state)) setNow(state);
    }
    if (isOutdated(state)) await showAnew(state);
    keepIfFailed(payer, order, state);
    running.current = false;
    setRunning(false);
    refreshAfterChange(client);
  }

  /**
   * Shows a new amount after a quote is no longer valid; nothing was charged. Refetches the subscription first,
   * because the new amount depends on its current state. Without a review, there is no amount to show.
   */
  async function showAnew(from: Settlement) {
    if (order.kind !== "change") return setNow(from);
    await refreshLicenses(client);
    setReview((count) => count + 1);
    setRenewed(true);
    setNow(settle(from, { type: "reviewedAgain" }));
  }

  return {
    now,
    isRunning,
    isSlow,
    review,
    isRenewed,
    agree: (agreed) => {
      agreement.current = agreed;
      forgetFailure();
      setRenewed(false);
      void run(settle(settle(now, { type: "reviewedAgain" }), { type: "agreed" }));
    },
    retry,
    reviewAgain: () => {
      forgetFailure();
      setReview((count) => count + 1);
      setNow(settle(now, { type: "reviewedAgain" }));
    },
    stop: () => stopping.current?.abort(new Stopped()),
    carryOn: () => void run(now),
  };
}
