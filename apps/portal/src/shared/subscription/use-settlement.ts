import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Stopped, useSlow } from "../forms/use-sending.ts";
import { type Agreement, carryOut, type Order, type Payer } from "./carry-out.ts";
import { forgetFailure, keepFailure, keptFailure } from "./kept-failure.ts";
import { atReview, isWorking, settle, type Settlement, type SettlementEvent, type WorkingStep } from "./settlement.ts";
import type { FlowName } from "./use-open-flow.ts";
import { refreshAfterChange, refreshLicenses } from "./subscription-queries.ts";
import { lookUp } from "./look-up.ts";
import { useLooks } from "./use-looks.ts";

export interface Settling {
  readonly now: Settlement;
  /** A request is running, or the bank's window is open. */
  readonly isRunning: boolean;
  /** An answer takes long, so that the person may stop waiting. */
  readonly isSlow: boolean;
  /** The result of a step without an answer is being read. */
  readonly isLooking: boolean;
  /** Counts the reviews; each shows a new amount. */
  readonly review: number;
  /** The previous amount was no longer valid, and the displayed one is new. */
  readonly isRenewed: boolean;
  /** @param agreement id of the confirmed preview; for an invoice, an id of this attempt. */
  readonly agree: (agreement: Agreement) => void;
  readonly retry: () => void;
  readonly reviewAgain: () => void;
  /** Stops waiting. The result of the step is then unknown, and nothing more is sent automatically. */
  readonly stop: () => void;
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

function flowOf(payer: Payer, plan: string): FlowName {
  return plan === payer.subscription.plan ? "seats" : "cycle";
}

/** Returns the initial state: the review, or the failure of the payment before a reload. */
function startOf({ subscription }: Payer, order: Order): Settlement {
  const kept = order.kind === "change" ? keptFailure(subscription.id) : null;
  if (!kept || order.kind !== "change" || kept.quantity !== order.change.quantity) return atReview;
  return { step: "failed", failure: kept.failure, at: { step: "charging" } };
}

/** Stores why a card was not charged, until the change is closed or tried again. */
function keepIfFailed(payer: Payer, order: Order, now: Settlement) {
  if (order.kind !== "change" || now.step !== "failed") return;
  const { failure } = now;
  if (failure.kind !== "declined" && failure.kind !== "authentication") return;
  const { plan, quantity } = order.change;
  keepFailure({ subscription: payer.subscription.id, flow: flowOf(payer, plan), quantity, failure });
}

/** Forgets the failure when the change is closed; a reload does not close it. */
function useForgottenWhenLeft(isChange: boolean) {
  useEffect(() => (isChange ? forgetFailure : undefined), [isChange]);
}

/** Counts the reviews; each shows a new amount. */
function useReviews() {
  const [reviews, setReviews] = useState({ review: 0, isRenewed: false });
  return {
    reviews,
    agreed: () => setReviews(({ review }) => ({ review, isRenewed: false })),
    anew: (isRenewed: boolean) => setReviews(({ review }) => ({ review: review + 1, isRenewed })),
  };
}

/** Runs step after step until none is left. Tells each state except an outdated one, which a new review replaces. */
async function stepOn(
  from: Settlement,
  tell: (now: Settlement) => void,
  carry: (at: WorkingStep) => Promise<SettlementEvent>,
): Promise<Settlement> {
  let state = from;
  while (isWorking(state)) {
    // Each step needs the previous answer.
    // oxlint-disable-next-line eslint/no-await-in-loop
    state = settle(state, await carry(state));
    if (!isOutdated(state)) tell(state);
  }
  return state;
}

/**
 * Carries out a change step by step, and returns its state.
 *
 * @param start the state to continue from, if the change began in an earlier visit.
 */
export function useSettlement(payer: Payer, order: Order, start?: Settlement): Settling {
  const client = useQueryClient();
  const [now, setNow] = useState(() => start ?? startOf(payer, order));
  const { reviews, agreed, anew } = useReviews();
  const agreement = useRef<Agreement>(null);
  const running = useRef<AbortController>(null);
  const [isRunning, setRunning] = useState(false);
  const isSlow = useSlow(isWorking(now) && now.step !== "authenticating");
  useForgottenWhenLeft(order.kind === "change");
  const look = (at: WorkingStep, signal: AbortSignal) => lookUp(payer, order, agreement.current, at, signal);
  const isLooking = useLooks(now, isRunning, look, run);

  async function run(from: Settlement) {
    // A second click while the first one is running must not start a second run.
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setRunning(true);
    setNow(from);
    const reached = await stepOn(from, setNow, (at) => carryOut(payer, order, agreement.current, at, signal));
    if (isOutdated(reached)) await showAnew(reached);
    keepIfFailed(payer, order, reached);
    running.current = null;
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
    showReview(from, true);
  }

  function showReview(from: Settlement, isRenewed: boolean) {
    forgetFailure();
    anew(isRenewed);
    setNow(settle(from, { type: "reviewedAgain" }));
  }

  const state = { now, isRunning, isSlow, isLooking, ...reviews };
  return {
    ...state,
    agree: (shown) => {
      agreement.current = shown;
      forgetFailure();
      agreed();
      void run(settle(settle(now, { type: "reviewedAgain" }), { type: "agreed" }));
    },
    retry: () => void run(settle(now, { type: "retried" })),
    reviewAgain: () => showReview(now, false),
    stop: () => running.current?.abort(new Stopped()),
    carryOn: () => void run(now),
  };
}
