import { randomBytes } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `length` letters and digits that nobody can guess. */
export function randomText(length = 24): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Bytes past the last whole multiple of 62 would make the first letters likelier.
      if (byte < 248 && text.length < length) text += LETTERS[byte % 62];
    }
  }
  return text;
}

/** A new id in the provider's form: `cus_…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText()}`;
}
