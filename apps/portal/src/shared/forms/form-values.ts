/** Returns the text of each named field of a form. */
export function valuesOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}

/** Returns true if a field has a text. Browsers may hide an autofilled text from scripts until the first input. */
export function isFilled(field: Element | null): boolean {
  return field instanceof HTMLInputElement && (field.value !== "" || field.matches(":autofill"));
}
