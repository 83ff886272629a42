import { useEffect, useState, useSyncExternalStore } from "react";
import { settle, type Settlement, type SettlementEvent, type WorkingStep } from "./settlement.ts";

/** How often the result of a step without an answer is read, and the delay in milliseconds before each time. */
const LOOKS = 3;
const LOOK_AFTER_MS = 4000;

/** Returns whether the result of a step can be read: not after the person stopped, and not while the bank decides. */
function isUnheard(now: Settlement): boolean {
  return now.step === "failed" && now.failure.kind === "unknown" && now.at.step !== "authenticating";
}

/**
 * Reads the result of a step with a lost answer, so that the page shows the real result without a click. Ends when the
 * browser is offline: the next step would be sent when the person no longer expects it.
 *
 * @param look reads the result; null if it is not known yet.
 * @param goOn continues from the state that was found.
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
    // The functions are new each time, with the same behavior, and `now` does not change meanwhile.
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
