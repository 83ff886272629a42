import { useEffect, useRef } from "react";
import type { Settlement } from "./settlement.ts";

/** How often a step without an answer is asked again by itself, and how many milliseconds after the last time. */
const LOOKS = 3;
const LOOK_AFTER_MS = 4000;

/** Whether nobody knows what became of a step that asking again does once; the bank's window is opened by a person alone. */
function isUnheard(now: Settlement): boolean {
  return now.step === "failed" && now.failure.kind === "unknown" && now.at.step !== "authenticating";
}

/**
 * Asks again by itself for a step whose answer got lost, so that the page ends with the truth though nobody presses
 * anything.
 *
 * @param ask repeats the step, which acts once however often it is asked for.
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
    // `ask` is another function each time, and does the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRunning, isHeard]);
}
