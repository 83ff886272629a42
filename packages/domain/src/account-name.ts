import { holdsInvisible } from "./invisible.ts";

/** Longest account name that is kept, in code points. */
export const accountNameLengthMax = 255;

/** The characters that no account name may have. */
const FORBIDDEN = /[$%*\\:/~`]/u;

/** An account name as it is kept and compared: lower case, without white space (REG-03). Doing it twice changes nothing. */
export function normalizeAccountName(typed: string): string {
  return typed.normalize("NFC").toLowerCase().replaceAll(/\s/gu, "").normalize("NFC");
}

/** True when a name holds one of ``$ % * \ : / ~ ` `` or a character that nobody sees (REG-04). */
export function hasForbiddenCharacter(name: string): boolean {
  return FORBIDDEN.test(name) || holdsInvisible(name);
}

export type AccountNameRefusal = "account_name.not_allowed";

/** Why a normalized name is not allowed, before anybody asks whether it is taken; null when it is (3026). */
export function refuseAccountName(name: string): AccountNameRefusal | null {
  // A code point is at most two units: what is longer is too long, and need not be counted through.
  if (name.length > 2 * accountNameLengthMax) return "account_name.not_allowed";
  const length = Array.from(name, () => 1).length;
  const isAllowed = length > 0 && length <= accountNameLengthMax && !hasForbiddenCharacter(name);
  return isAllowed && name === normalizeAccountName(name) ? null : "account_name.not_allowed";
}
