import { useEffect, useRef } from "react";

/** Inside a dialog: puts the focus on its heading whenever the step changes, as what had it may be gone. */
export function StepFocus({ step }: { step: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    place.current?.closest("dialog")?.querySelector<HTMLElement>("h2")?.focus();
  }, [step]);
  return <span ref={place} hidden />;
}
