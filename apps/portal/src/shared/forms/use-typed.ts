import { type FormEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { valuesOf } from "./form-values.ts";

/**
 * Returns the typed text of a form's fields, by their names. The fields themselves store it, so that text typed
 * before this script ran, or filled in by a password manager, is not lost. Moves the caret to the first field if
 * nothing has the focus.
 */
export function useTyped(): [
  form: RefObject<HTMLFormElement | null>,
  typed: Readonly<Record<string, string>>,
  onInput: (event: FormEvent<HTMLFormElement>) => void,
] {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  useLayoutEffect(() => {
    if (!form.current) return;
    setTyped(valuesOf(form.current));
    const active = document.activeElement;
    if (!active || active === document.body) form.current.querySelector("input")?.focus({ preventScroll: true });
  }, []);
  const onInput = useCallback((event: FormEvent<HTMLFormElement>) => setTyped(valuesOf(event.currentTarget)), []);
  return [form, typed, onInput];
}
