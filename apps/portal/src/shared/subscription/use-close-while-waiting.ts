import { useEffect } from "react";
import type { SubscriptionFacts } from "./subscription-facts.ts";

/**
 * Closes a change in the URL that cannot open because a payment waits. The page continues that payment; after it
 * ends, the change must not open by itself. A change that has begun stays open, because the waiting payment is its
 * own.
 */
export function useCloseWhileWaiting({ waiting }: SubscriptionFacts, isBegun: boolean, onClose: () => void) {
  const isOver = !isBegun && waiting !== null;
  useEffect(() => {
    if (isOver) onClose();
  }, [isOver, onClose]);
}
