import { type RefObject, useLayoutEffect, useRef } from "react";
import { valuesOf } from "../shared/forms/form-values.ts";

/**
 * Passes on what the person typed and chose in the served form before React took it over. React keeps the fields as they
 * are, but knows only the values that were served.
 *
 * @param onTaken runs once, before React draws the form again.
 * @returns the form's ref.
 */
export function useServedForm(onTaken: (values: Record<string, string>) => void): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const taken = useRef(onTaken);
  useLayoutEffect(() => {
    if (window.foyerBuying && form.current) taken.current(valuesOf(form.current));
  }, []);
  return form;
}
