import { type RefObject, useEffect, useRef } from "react";

/**
 * After a dialog has closed: puts the focus somewhere sensible when nothing has it, because what opened the dialog is
 * gone or can no longer be pressed.
 */
export function useFocusFallback(isOpen: boolean, fallback: RefObject<HTMLElement | null>) {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && isFocusLost()) fallback.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, fallback]);
}

function isFocusLost(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body || active.matches(":disabled");
}
