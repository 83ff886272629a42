import { useCallback, useEffect, useState } from "react";
import { refreshDelayMs } from "./subscription-queries.ts";

/** A flag that is shown from a change until its result has been read (RENEW-01). */
export function usePendingFlag(): { isPending: boolean; raise: () => void } {
  const [raised, setRaised] = useState(0);
  const [seen, setSeen] = useState(0);
  useEffect(() => {
    if (!raised) return undefined;
    const timer = setTimeout(() => setSeen(raised), refreshDelayMs + 500);
    return () => clearTimeout(timer);
  }, [raised]);
  return { isPending: raised > seen, raise: useCallback(() => setRaised((count) => count + 1), []) };
}
