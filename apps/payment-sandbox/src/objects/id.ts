import { randomBytes } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** `length` random letters and digits. */
export function randomText(length = 24): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the last multiple of 62. Larger bytes would make the first letters more likely.
      if (byte < 248 && text.length < length) text += LETTERS[byte % 62];
    }
  }
  return text;
}

/** A new id in the provider's form: `cus_…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText()}`;
}
