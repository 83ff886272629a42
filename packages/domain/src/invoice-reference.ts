import { holdsInvisible } from "./invisible.ts";

/** Maximum length of a reference on invoices, in characters. */
export const MOST_REFERENCE = 50;

/** A German authority's routing number in three parts: state or federation, then anything, then two check digits. */
const ROUTING_NUMBER = /^(?:0[1-9]|1[0-6]|99)\d{0,10}-[0-9A-Z]{1,30}-\d{2}$/i;

/** Checks ISO 7064 MOD 97-10 of a text of digits and letters. */
function isCheckRight(text: string): boolean {
  const digits = Array.from(text.replaceAll("-", "").toUpperCase(), (sign) => String(Number.parseInt(sign, 36))).join(
    "",
  );
  return Array.from(digits).reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/**
 * Returns why a text cannot be the reference on invoices, or null. An empty text means no reference.
 *
 * @param country of the buyer: a text of a buyer in Germany that looks like a `Leitweg-ID` must have the right check digits.
 */
export function referenceFault(text: string, country: string): string | null {
  if (Array.from(text).length > MOST_REFERENCE) return `A reference has at most ${MOST_REFERENCE} characters.`;
  if (holdsInvisible(text)) return "A reference cannot contain line breaks or invisible characters.";
  if (country === "DE" && ROUTING_NUMBER.test(text) && !isCheckRight(text)) {
    return "This looks like a Leitweg-ID, but its last two digits do not fit. An example: 04011000-1234512345-06.";
  }
  return null;
}
