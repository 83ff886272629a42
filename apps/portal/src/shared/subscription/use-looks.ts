import { useEffect, useRef } from "react";
import type { Settlement } from "./settlement.ts";

/**
 * How often a step without an answer is repeated automatically, and the delay in milliseconds after the previous
 * attempt.
 */
const LOOKS = 3;
const LOOK_AFTER_MS = 4000;

/** Whether nobody knows how a payment ended that was made: only looking is done by itself, recording and charging never. */
function isUnheard(now: Settlement): boolean {
  return now.step === "failed" && now.failure.kind === "unknown" && now.at.step === "confirming";
}

/**
 * Asks again by itself how a payment ended, where that answer got lost, so that the page ends with the truth though nobody
 * presses anything.
 *
 * @param ask asks once more; it changes nothing.
 */
export function useLooks(now: Settlement, isRunning: boolean, ask: () => void) {
  const made = useRef(0);
  const isHeard = !isUnheard(now);
  useEffect(() => {
    if (isRunning) return undefined;
    if (isHeard) made.current = 0;
    if (isHeard || made.current === LOOKS) return undefined;
    const timer = setTimeout(() => {
      made.current += 1;
      ask();
    }, LOOK_AFTER_MS);
    return () => clearTimeout(timer);
    // `ask` is a new function each time, with the same behavior.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRunning, isHeard]);
}
