import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

const KEY = "payment";

/**
 * Returns the id of the payment that was sent for this subscription, and how to keep another one. The entry of the browser's
 * history stores it, so that a reload reads what became of it.
 */
export function useKeptPayment(subscription: string): [string | null, (id: string | null) => void] {
  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // Only this function writes under its key, and the browser discards it with the tab.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const kept = (state as { [KEY]?: { of: string; id: string } } | null)?.[KEY];
  function keep(id: string | null) {
    // A person who has left must not be led back.
    if (!isHere.current) return;
    const now = { ...(state as object | null), [KEY]: id === null ? undefined : { of: subscription, id } };
    void navigate({ search, hash }, { replace: true, state: now, preventScrollReset: true });
  }
  return [kept?.of === subscription ? kept.id : null, keep];
}
