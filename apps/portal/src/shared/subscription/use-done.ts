import { useEffect } from "react";
import type { Settlement } from "./settlement.ts";

/** Calls `tell` once when a change is in force, with the address of its payment's document. */
export function useDone(now: Settlement, tell: (receipt: string | null) => void) {
  const isDone = now.step === "done";
  const receipt = now.step === "done" ? now.receipt : null;
  useEffect(() => {
    if (isDone) tell(receipt);
    // `tell` is a new function each time, with the same behavior.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDone]);
}
