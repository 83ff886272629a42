/** The text of each named field of a form. */
export function valuesOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}

/** Whether a field has a text: a browser that filled it in may keep that text to itself until somebody presses something. */
export function isFilled(field: Element | null): boolean {
  return field instanceof HTMLInputElement && (field.value !== "" || field.matches(":autofill"));
}
