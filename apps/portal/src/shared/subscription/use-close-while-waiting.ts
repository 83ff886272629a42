import { useEffect } from "react";
import type { SubscriptionFacts } from "./subscription-facts.ts";

/**
 * Leaves a change that the address names and a payment keeps from opening: the page takes that payment up, and when it is over,
 * one way or the other, the change must not open by itself. One that has begun is left alone, as what waits is its own.
 */
export function useCloseWhileWaiting({ waiting }: SubscriptionFacts, isBegun: boolean, onClose: () => void) {
  const isOver = !isBegun && waiting !== null;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
}
