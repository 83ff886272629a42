import { useEffect, useState, useSyncExternalStore } from "react";
import { settle, type Settlement, type SettlementEvent, type WorkingStep } from "./settlement.ts";

/** How often the result of a step without an answer is looked for, and the milliseconds before each look. */
const LOOKS = 3;
const LOOK_AFTER_MS = 4000;

/** Returns whether reading can find out what became of a step: not after a stop, and not while the bank decides. */
function isUnheard(now: Settlement): boolean {
  return now.step === "failed" && now.failure.kind === "unknown" && now.at.step !== "authenticating";
}

/**
 * Looks for the result of a step with a lost answer, so that the page shows the truth without a click. Offline the looks end:
 * what follows from one would be sent when nobody expects it any more.
 *
 * @param look reads the result; null if it is not known yet.
 * @param goOn continues with what was found.
 * @returns whether it is looking.
 */
export function useLooks(
  now: Settlement,
  isRunning: boolean,
  look: (at: WorkingStep, signal: AbortSignal) => Promise<SettlementEvent | null>,
  goOn: (next: Settlement) => Promise<void>,
): boolean {
  const [made, setMade] = useState(0);
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine);
  const isOpen = !isRunning && isUnheard(now);
  const wanted = isOpen ? (isOnline ? made : LOOKS) : 0;
  if (wanted !== made) setMade(wanted);
  const isLooking = isOpen && wanted < LOOKS;
  useEffect(() => {
    if (!isLooking || now.step !== "failed") return undefined;
    const { at } = now;
    const stopper = new AbortController();
    const { signal } = stopper;
    const timer = setTimeout(() => {
      void look(at, signal).then((found) => {
        if (signal.aborted) return;
        if (found) void goOn(settle(at, found));
        else setMade(made + 1);
      });
    }, LOOK_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stopper.abort();
    };
    // The functions are new ones each time, with the same behavior; while it looks, `now` stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLooking, made]);
  return isLooking;
}

function onConnection(tell: () => void): () => void {
  addEventListener("online", tell);
  addEventListener("offline", tell);
  return () => {
    removeEventListener("online", tell);
    removeEventListener("offline", tell);
  };
}
