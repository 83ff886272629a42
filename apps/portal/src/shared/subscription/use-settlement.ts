import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Agreement, carryOut, type Order, type Payer } from "./carry-out.ts";
import { atReview, isWorking, settle, type Settlement } from "./settlement.ts";
import { refreshAfterChange, refreshLicenses } from "./subscription-queries.ts";
import { useLooks } from "./use-looks.ts";

export interface Settling {
  readonly now: Settlement;
  /** A call is under way, or the bank is being asked. */
  readonly isRunning: boolean;
  /** Counts the reviews; each shows an amount of its own. */
  readonly review: number;
  /** The last amount no longer held, and the one shown now is new. */
  readonly isRenewed: boolean;
  /** @param agreement id of the preview that was agreed to; for an invoice, an id of this one try. */
  readonly agree: (agreement: Agreement) => void;
  readonly retry: () => void;
  readonly reviewAgain: () => void;
  /** Takes up a settlement that waits. */
  readonly carryOn: () => void;
}

/**
 * Whether the amount that was agreed to held no longer before anything was asked of the card: only then does a new amount
 * say all that there is to say.
 */
function isOutdated(now: Settlement): boolean {
  if (now.step !== "failed" || now.failure.kind !== "outdated") return false;
  return now.at.step === "recording" || now.at.step === "charging";
}

/** Carries a change out, step by step, and says where it stands. */
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
    // A second press while the first is at work must not start a second run.
    if (running.current) return;
    running.current = true;
    setRunning(true);
    let state = from;
    setNow(state);
    while (isWorking(state)) {
      // Each step needs the answer of the one before.
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
   * A quote that no longer holds is not an end, and nothing was charged. What has changed meanwhile is read first, as the
   * new amount is that of a change from there. Where nothing was reviewed, there is no amount to show.
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
