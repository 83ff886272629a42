import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Agreement, carryOut, type Order, type Payer } from "./carry-out.ts";
import { atReview, isWorking, settle, type Settlement } from "./settlement.ts";
import { refreshAfterChange, refreshLicenses } from "./subscription-queries.ts";
import { useLooks } from "./use-looks.ts";

export interface Settling {
  readonly now: Settlement;
  /** A request is running, or the bank's window is open. */
  readonly isRunning: boolean;
  /** Counts the reviews; each shows a new amount. */
  readonly review: number;
  /** The previous amount was no longer valid, and the displayed one is new. */
  readonly isRenewed: boolean;
  /** @param agreement id of the confirmed preview; for an invoice, an id of this attempt. */
  readonly agree: (agreement: Agreement) => void;
  readonly retry: () => void;
  readonly reviewAgain: () => void;
  /** Continues a settlement that waits. */
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

/** Carries out a change step by step, and returns its state. */
export function useSettlement(payer: Payer, order: Order, start: Settlement = atReview): Settling {
  const client = useQueryClient();
  const [now, setNow] = useState(start);
  const [review, setReview] = useState(0);
  const [isRenewed, setRenewed] = useState(false);
  const agreement = useRef<Agreement>(null);
  const running = useRef(false);
  const [isRunning, setRunning] = useState(false);
  const retry = () => void run(settle(now, { type: "retried" }));
  useLooks(now, isRunning, retry);

  async function run(from: Settlement) {
    // A second click while the first one is running must not start a second run.
    if (running.current) return;
    running.current = true;
    setRunning(true);
    let state = from;
    setNow(state);
    while (isWorking(state)) {
      // Each step needs the previous answer.
      // oxlint-disable-next-line eslint/no-await-in-loop
      state = settle(state, await carryOut(payer, order, agreement.current, state));
      if (!isOutdated(state)) setNow(state);
    }
    if (isOutdated(state)) await showAnew(state);
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
    review,
    isRenewed,
    agree: (agreed) => {
      agreement.current = agreed;
      setRenewed(false);
      void run(settle(settle(now, { type: "reviewedAgain" }), { type: "agreed" }));
    },
    retry,
    reviewAgain: () => {
      setReview((count) => count + 1);
      setNow(settle(now, { type: "reviewedAgain" }));
    },
    carryOn: () => void run(now),
  };
}
