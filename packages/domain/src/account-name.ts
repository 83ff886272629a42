export type AccountNameRefusal = "account_name.not_allowed";

const FORBIDDEN = /[$%*\\:/~`]/;
const CONTROL = /\p{Cc}|\p{Cf}/u;

/** Longest account name that is kept. */
export const accountNameLengthMax = 255;

/** An account name as it is kept and compared: lower case, without white space (REG-03). */
export function normaliseAccountName(typed: string): string {
  return typed.normalize("NFC").toLowerCase().replaceAll(/\s+/gu, "");
}

/**
 * Why a normalised name cannot be an account name; null when it can (REG-04).
 *
 * Refused: nothing at all, more than 255 characters, any of ``$ % * \ : / ~ ` ``, and characters that cannot be seen.
 */
export function refuseAccountName(name: string): AccountNameRefusal | null {
  const length = [...name].length;
  if (length === 0 || length > accountNameLengthMax) return "account_name.not_allowed";
  return FORBIDDEN.test(name) || CONTROL.test(name) ? "account_name.not_allowed" : null;
}
