import { holdsInvisible } from "./invisible.ts";

/** Maximum length of an account name, in code points. */
export const accountNameLengthMax = 255;

/** Characters that an account name may not contain. */
const FORBIDDEN = /[$%*\\:/~`]/u;

/**
 * Returns an account name as it is stored and compared: lower case, without white space (REG-03). Normalizing
 * again changes nothing.
 */
export function normalizeAccountName(typed: string): string {
  const lower = (text: string): string => text.toLowerCase().replaceAll(/\s/gu, "");
  // Normalizing takes time that grows with the square of the length, and no name is so long.
  return typed.length > 8 * accountNameLengthMax ? lower(typed) : lower(typed.normalize("NFC")).normalize("NFC");
}

/** True if a name contains one of ``$ % * \ : / ~ ` `` or an invisible character (REG-04). */
export function hasForbiddenCharacter(name: string): boolean {
  return FORBIDDEN.test(name) || holdsInvisible(name);
}

export type AccountNameRefusal = "account_name.not_allowed";

/** Returns why a normalized name is not allowed (3026), or null. Does not check whether it is taken. */
export function refuseAccountName(name: string): AccountNameRefusal | null {
  // A code point has at most two units, so a longer name is too long without counting.
  if (name.length > 2 * accountNameLengthMax) return "account_name.not_allowed";
  const length = Array.from(name, () => 1).length;
  const isAllowed = length > 0 && length <= accountNameLengthMax && !hasForbiddenCharacter(name);
  return isAllowed && name === normalizeAccountName(name) ? null : "account_name.not_allowed";
}
