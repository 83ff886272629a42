import { useEffect } from "react";
import type { Settlement } from "./settlement.ts";

/** Tells once that a change is in force, with the address of its payment's document. */
export function useDone(now: Settlement, tell: (receipt: string | null) => void) {
  const isDone = now.step === "done";
  const receipt = now.step === "done" ? now.receipt : null;
  useEffect(() => {
    if (isDone) tell(receipt);
    // `tell` is another function each time, and says the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isDone]);
}
