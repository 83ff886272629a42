import { useEffect, useRef } from "react";
import type { Settlement } from "./settlement.ts";

/**
 * How often a step without an answer is repeated automatically, and the delay in milliseconds after the previous
 * attempt.
 */
const LOOKS = 3;
const LOOK_AFTER_MS = 4000;

/** Returns whether the result of a repeatable step is unknown. The bank's window opens only after a click. */
function isUnheard(now: Settlement): boolean {
  return now.step === "failed" && now.failure.kind === "unknown" && now.at.step !== "authenticating";
}

/**
 * Repeats a step with a lost answer automatically, so that the page shows the real result without a click.
 *
 * @param ask repeats the step, which acts only once however often it is called.
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
