import { brandOf, digitsOf, formatExpiry, formatNumber, type FieldName } from "./card-fields.ts";

const LABELS: Record<FieldName, string> = { number: "Card number", expiry: "Expiration", cvc: "CVC" };
const PLACEHOLDERS: Record<FieldName, string> = { number: "1234 1234 1234 1234", expiry: "MM / YY", cvc: "CVC" };
const COMPLETION: Record<FieldName, AutoFill> = { number: "cc-number", expiry: "cc-exp", cvc: "cc-csc" };

export interface FieldStyle {
  base?: Record<string, unknown>;
}

/** Properties of the provider's `style.base` that a plain input can take. */
const STYLES = ["color", "fontFamily", "fontSize", "fontWeight", "fontStyle", "letterSpacing", "lineHeight"] as const;

/** Sets styles through the object model, because a strict content security policy refuses style attributes. */
export function styleInput(input: HTMLInputElement, style: FieldStyle | undefined): void {
  for (const name of STYLES) {
    const value = style?.base?.[name];
    if (typeof value === "string") input.style[name] = value;
  }
}

function format(field: FieldName, text: string, isDeleting: boolean, number: string): string {
  if (field === "number") return formatNumber(text);
  if (field === "expiry") return formatExpiry(text, isDeleting);
  return digitsOf(text).slice(0, brandOf(number) === "amex" ? 4 : 3);
}

/** An input for one field of a card, which formats its text. `numberNow` returns the number typed so far. */
export function fieldInput(field: FieldName, numberNow: () => string): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "text";
  input.inputMode = "numeric";
  input.autocomplete = COMPLETION[field];
  input.placeholder = PLACEHOLDERS[field];
  input.spellcheck = false;
  input.setAttribute("aria-label", LABELS[field]);
  input.setAttribute("aria-invalid", "false");
  Object.assign(input.style, {
    width: "100%",
    minWidth: "0",
    border: "0",
    padding: "0",
    margin: "0",
    background: "transparent",
    font: "inherit",
    color: "inherit",
  });
  input.addEventListener("input", (event) => {
    const isDeleting = event instanceof InputEvent && event.inputType.startsWith("delete");
    const wasAtEnd = input.selectionStart === input.value.length;
    const place = input.selectionStart ?? 0;
    const text = format(field, input.value, isDeleting, numberNow());
    if (text === input.value) return;
    input.value = text;
    const caret = wasAtEnd ? text.length : Math.min(place, text.length);
    input.setSelectionRange(caret, caret);
  });
  return input;
}
