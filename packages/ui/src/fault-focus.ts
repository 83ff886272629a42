import { useEffect, useState } from "react";

/**
 * Moves the focus after a failed attempt: to the first field with an error, otherwise to a refusal in `data-refusal`.
 *
 * @param busy true while the attempt runs.
 * @returns a function to call with the form at each attempt.
 */
export function useFaultFocus(busy: boolean): (form: HTMLFormElement) => void {
  const [tried, setTried] = useState<{ readonly form: HTMLFormElement } | null>(null);
  useEffect(() => {
    if (!tried || busy) return;
    // The refusal may have taken the focus itself.
    if (document.activeElement?.closest("[data-refusal]")) return;
    const fault = tried.form.querySelector<HTMLElement>("[aria-invalid=true], [data-refusal]:not(:empty)");
    fault?.focus({ preventScroll: true });
    // Centered, so that the fixed buttons do not cover it.
    fault?.scrollIntoView({ block: "center" });
  }, [tried, busy]);
  return (form) => setTried({ form });
}
