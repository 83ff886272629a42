import type { Payment } from "@foyer/contract/invoices";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { words } from "#words/subscription";
import { Stopped } from "../failures/unheard.ts";
import { useSlow } from "../forms/use-submit.ts";
import { failureOf, offline } from "./failed-payment.ts";
import { atReview, carryOut, type Order, type Progress, read, send } from "./pay.ts";
import { refreshAfterChange, refreshLicenses } from "./subscription-queries.ts";
import { useLooks } from "./use-looks.ts";

export interface Paying {
  readonly now: Progress;
  /** A request is running, or the bank's window is open. */
  readonly isRunning: boolean;
  /** An answer takes long, so that the person may stop waiting. */
  readonly isSlow: boolean;
  /** The result of a payment without an answer is being read. */
  readonly isLooking: boolean;
  /** Counts the reviews; each shows a new amount. */
  readonly review: number;
  /** The previous amount was no longer valid, and the displayed one is new. */
  readonly isRenewed: boolean;
  /** The service's last answer. */
  readonly payment: Payment | null;
  /**
   * Pays what is shown.
   *
   * @param id of the quote, or of the invoice.
   * @param attempt of paying it; for a quote that a new one replaces after a refusal, its id.
   */
  readonly agree: (id: string, attempt?: string) => void;
  /** Continues a payment that waits for the bank. */
  readonly carryOn: (id: string) => void;
  /** Sends the same payment again. */
  readonly retry: () => void;
  readonly reviewAgain: () => void;
  /** Stops waiting. The result is then unknown, and nothing more is sent automatically. */
  readonly stop: () => void;
}

/** Where the id of a payment is kept over a reload. */
type Kept = readonly [string | null, (id: string | null) => void];

const notKept: Kept = [null, () => undefined];

/** Runs one request at a time, with the bank's confirmation after it. */
function useRequest(order: Order, start: Progress) {
  const [now, show] = useState(start);
  const [payment, setPayment] = useState<Payment | null>(null);
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(null);

  async function run(
    work: (signal: AbortSignal) => Promise<Payment>,
    ended: (reached: Progress, wasAtBank: boolean) => Promise<void>,
  ) {
    // A second click while the first one is running must not start a second run.
    if (running.current) return;
    const { signal } = (running.current = new AbortController());
    setRunning(true);
    show({ step: "paying", says: order.kind === "later" ? words.recording : words.charging });
    let wasAtBank = false;
    const tell = (next: Progress) => {
      wasAtBank ||= next.step === "bank";
      show(next);
    };
    const noted = async (stopper: AbortSignal) => {
      const answered = await work(stopper);
      setPayment(answered);
      return answered;
    };
    await ended(await carryOut(order, noted, tell, signal), wasAtBank);
    running.current = null;
    setRunning(false);
  }

  return { now, show, payment, isRunning, run, stop: () => running.current?.abort(new Stopped()) };
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

/** Calls `tell` once when it is paid, with the address of its document. */
function useDone(now: Progress, tell: ((receipt: string | null) => void) | undefined) {
  useEffect(() => {
    if (now.step === "done") tell?.(now.receipt);
    // `tell` is a new function each time, with the same behavior.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [now.step]);
}

/** Milliseconds that a paid change waits for the new numbers at most. */
const REFRESH_WAIT_MS = 3000;

const passed = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Reads the numbers of a paid change, and waits until the page has been told of them. */
async function refreshed(client: QueryClient): Promise<void> {
  await refreshLicenses(client);
  await passed(0);
}

interface Sent {
  readonly id: string;
  readonly attempt: string;
}

/** Runs requests, and decides what follows: a new amount, a look at what became of it, or the end. */
function useSteps(order: Order, [kept, keep]: Kept, sent: RefObject<Sent>) {
  const client = useQueryClient();
  const request = useRequest(order, kept === null ? atReview : { step: "paying", says: words.confirming });
  const { reviews, agreed, anew } = useReviews();
  const looks = useLooks(look);

  function run(work: (signal: AbortSignal) => Promise<Payment>) {
    looks.stop();
    void request.run(work, ended);
  }

  async function ended(reached: Progress, wasAtBank: boolean) {
    const failed = reached.step === "failed" ? reached.failure.kind : null;
    if (failed === "outdated" && !wasAtBank && order.kind !== "due") {
      // The payment charged nothing, so a new amount is the complete answer. It depends on the subscription's current state.
      await refreshLicenses(client);
      showReview(true);
    } else {
      // The page behind the dialog has the new numbers when the dialog names them (LOOK-16).
      if (reached.step === "done") await Promise.race([refreshed(client), passed(REFRESH_WAIT_MS)]);
      request.show(reached);
    }
    refreshAfterChange(client);
    if (failed === "unknown") looks.start();
  }

  function showReview(isRenewed: boolean) {
    keep(null);
    anew(isRenewed);
    request.show(atReview);
  }

  /** Reads a payment without an answer. Returns true once its result is known, and continues with it. */
  async function look(signal: AbortSignal): Promise<boolean> {
    const found = await read(order, sent.current.id, signal).catch(() => null);
    // The lost request may still arrive. The failure of an invoice may be that of an earlier try.
    const open = ["open", "paying", ...(order.kind === "due" ? ["failed"] : [])];
    if (!found || open.includes(found.state)) return false;
    if (!signal.aborted) run(async () => found);
    return true;
  }

  return { ...request, run, showReview, reviews, agreed, isLooking: looks.isLooking };
}

/**
 * Pays for a quote or an invoice, and shows the result, also after a reload, a lost answer, or the bank's confirmation.
 *
 * @param onDone called once when it is paid, with the address of its document.
 */
export function usePayment(order: Order, keeping = notKept, onDone?: (receipt: string | null) => void): Paying {
  const [kept, keep] = keeping;
  const sent = useRef<Sent>({ id: kept ?? "", attempt: kept ?? "" });
  const { now, show, run, showReview, reviews, agreed, ...request } = useSteps(order, keeping, sent);
  useDone(now, onDone);

  function begin(id: string, attempt: string) {
    sent.current = { id, attempt };
    keep(id);
    agreed();
  }

  function pay() {
    const { id, attempt } = sent.current;
    if (navigator.onLine) run((signal) => send(order, id, attempt, signal));
    else show({ step: "failed", failure: offline });
  }

  useEffect(() => {
    if (kept === null) return;
    // The bank's window opens only after a click.
    const isOpen = ({ state }: Payment) => state === "open" || state === "waiting";
    read(order, kept).then(
      (found) => (isOpen(found) ? show(atReview) : run(async () => found)),
      (error: unknown) => {
        // The service does not know it any more.
        if (failureOf(error).kind === "other") show(atReview);
        else run(async () => await Promise.reject(error as Error));
      },
    );
    // Once, for what was sent before the first view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return {
    now,
    ...request,
    ...reviews,
    isSlow: useSlow(now.step === "paying"),
    agree: (id, attempt = id) => {
      begin(id, attempt);
      pay();
    },
    carryOn: (id) => {
      begin(id, id);
      run((signal) => read(order, id, signal));
    },
    retry: pay,
    reviewAgain: () => showReview(false),
  };
}
