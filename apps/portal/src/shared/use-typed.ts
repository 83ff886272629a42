import { type FormEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { valuesOf } from "./form-values.ts";

/**
 * What is typed into a form's fields, by their names. It stays in the fields themselves, so that what was typed before
 * this script ran, or filled in by a password manager, is not lost. The caret goes to the first field if it is nowhere.
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
