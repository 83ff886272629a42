/** Fewest and most code points of a new password, and from where on the strength meter is content. */
export const passwordLengthMin = 8;
export const passwordLengthMax = 256;
export const passwordLengthRecommended = 15;

/** Why a new password is refused. All of them are `password.weak` (3023) on the wire; the word says which sentence to show. */
export type PasswordWeakness = "too_short" | "too_long" | "common" | "account_word";

export interface PasswordContext {
  /** Passwords in lower case that nobody may choose; see `common-passwords`. */
  readonly common: ReadonlySet<string>;
  /** Words that stand for the account or the vendor: account name, parts of the address, product and provider names. */
  readonly words: readonly string[];
}

/**
 * Why a password may not be chosen; null when it may.
 *
 * Any Unicode and any white space counts, nothing is trimmed, no kind of character is demanded.
 */
export function passwordWeakness(password: string, context: PasswordContext): PasswordWeakness | null {
  const length = lengthOf(password);
  if (length < passwordLengthMin) return "too_short";
  if (length > passwordLengthMax) return "too_long";
  const lower = password.toLowerCase();
  // Patterns of every letter cannot all be listed; long ones are left alone, as nobody guesses through them.
  const isPattern = length < passwordLengthRecommended && (isRepetition(lower) || isSequence(lower));
  if (isPattern || context.common.has(lower)) return "common";
  return isAccountWord(lower, context.words) ? "account_word" : null;
}

/** The account's own words: its name, and the parts of its address. Hand them to `passwordWeakness`. */
export function accountWords(accountName: string, email: string): readonly string[] {
  return [accountName, email, ...email.split(/[@.]/)];
}

function lengthOf(password: string): number {
  // Code points, as an emoji counts as one for whoever types it.
  return Array.from(password, () => 1).length;
}

/** One block again and again: `aaaaaaaa`, `abababab`, `abcabcabc`. */
function isRepetition(lower: string): boolean {
  return /^(.{1,4}?)\1+$/su.test(lower);
}

/** Each character one after, or one before, the last: `23456789`, `hgfedcba`. */
function isSequence(lower: string): boolean {
  const codes = Array.from(lower, (character) => character.codePointAt(0) ?? 0);
  return [1, -1].some((step) => codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step));
}

/** Nothing but words of the account, with up to four digits and any punctuation around them: `Fernhill-2026!`. */
function isAccountWord(lower: string, words: readonly string[]): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const longestFirst = words
    .map(plain)
    .filter((word) => lengthOf(word) >= 4)
    .toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ""), plain(lower));
  return rest !== plain(lower) && /^\p{N}{0,4}$/u.test(rest);
}

/** How strong a password looks, for a meter: 0 cannot be chosen, 1 weak, 2 fair, 3 good, 4 strong. */
export type PasswordStrength = 0 | 1 | 2 | 3 | 4;

/**
 * A figure for the strength meter. Length counts most, as it does for who guesses; the service decides what is allowed.
 *
 * @param words as for `passwordWeakness`; the list of common passwords stays at the service, so a common one may look
 *   better here than it is.
 */
export function passwordStrength(password: string, words: readonly string[]): PasswordStrength {
  if (passwordWeakness(password, { common: new Set(), words }) !== null) return 0;
  const length = lengthOf(password);
  const different = new Set(password.toLowerCase()).size;
  if (different < 5) return 1;
  if (length >= passwordLengthRecommended) return different >= 8 ? 4 : 3;
  if (length >= 12) return 3;
  return length >= 10 && different >= 7 ? 2 : 1;
}
