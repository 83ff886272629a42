import { type RefObject, useEffect } from "react";

/** While `open`, calls `dismiss` on Escape and on a press or focus outside of `container`. */
export function useDismissal(
  open: boolean,
  container: RefObject<HTMLElement | null>,
  dismiss: (reason: "escape" | "outside") => void,
) {
  useEffect(() => {
    if (!open) return undefined;
    function pressed(event: KeyboardEvent) {
      if (event.key === "Escape") dismiss("escape");
    }
    function wentOutside(event: Event) {
      if (event.target instanceof Node && !container.current?.contains(event.target)) dismiss("outside");
    }
    document.addEventListener("keydown", pressed);
    document.addEventListener("pointerdown", wentOutside);
    document.addEventListener("focusin", wentOutside);
    return () => {
      document.removeEventListener("keydown", pressed);
      document.removeEventListener("pointerdown", wentOutside);
      document.removeEventListener("focusin", wentOutside);
    };
  }, [open, container, dismiss]);
}
