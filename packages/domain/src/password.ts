/** Minimum and maximum length of a new password, in code points. */
export const passwordLengthMin = 8;
export const passwordLengthMax = 256;

/**
 * Maximum length that is estimated. The estimate's time grows with the length, and further characters do not
 * change the verdict.
 */
export const passwordEstimatedLength = 64;

/** Minimum number of guesses for a new password. */
export const passwordGuessesMin = 1e8;

/**
 * Why a new password is refused. All are `password.weak` (3023) on the wire. The word selects the sentence
 * for the person.
 */
export type PasswordWeakness =
  | "too_short"
  | "too_long"
  | "account_word"
  | "common"
  | "name"
  | "word"
  | "date"
  | "repeated"
  | "sequence"
  | "keyboard"
  | "guessable";

/** Strength of a password in words. A `weak` one cannot be chosen. */
export type PasswordStrength = "weak" | "fair" | "good" | "strong";

/** A part of a password, and the pattern that an estimator guesses it by. */
export interface GuessedPart {
  /** `dictionary`, `spatial`, `repeat`, `sequence`, `date`, `regex`, `bruteforce` or `separator`. */
  readonly pattern: string;
  readonly token: string;
  /** The dictionary of a word: `known` (from `knownWords`), `passwords`, `names` or `words`. */
  readonly dictionary?: string | undefined;
}

export interface GuessEstimate {
  /** Number of tries for an attacker who knows common passwords. */
  readonly guesses: number;
  readonly parts: readonly GuessedPart[];
}

export interface PasswordVerdict {
  /** Null if the password may be chosen. */
  readonly weakness: PasswordWeakness | null;
  readonly strength: PasswordStrength;
}

/** Longest password that is normalized, in UTF-16 units: normalizing takes time that grows with the square of the length. */
const normalizedMax = 4 * passwordLengthMax;

/**
 * Returns a password as it is hashed and compared, so that keyboards that compose letters differently agree: other spaces
 * become plain spaces, then NFC. Normalizing again changes nothing.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8265#section-4.2 OpaqueString
 */
export function normalizePassword(password: string): string {
  return password.length > normalizedMax ? password : password.replaceAll(/\p{Zs}/gu, " ").normalize("NFC");
}

/**
 * Returns whether a password is too short or too long, or null. Counts any Unicode and white space of the normalized
 * password, and trims nothing.
 */
export function lengthWeakness(password: string): "too_short" | "too_long" | null {
  const length = lengthOf(normalizePassword(password));
  if (length < passwordLengthMin) return "too_short";
  return length > passwordLengthMax ? "too_long" : null;
}

/**
 * Judges a password of valid length by its estimate (KEY-07). No kind of character is required. The password
 * needs enough guesses, and more than the account's and the vendor's own words.
 *
 * @param known from `knownWords`, the same as for the estimator.
 */
export function passwordVerdict(password: string, known: readonly string[], estimate: GuessEstimate): PasswordVerdict {
  const weakness = lengthWeakness(password) ?? (isMadeOf(password, known) ? "account_word" : weaknessOf(estimate));
  return { weakness, strength: weakness === null ? strengthOf(estimate.guesses) : "weak" };
}

function strengthOf(guesses: number): PasswordStrength {
  if (guesses < 1e10) return "fair";
  return guesses < 1e14 ? "good" : "strong";
}

/** Returns the main weakness of a guessable password: its longest part that a pattern matches. */
function weaknessOf({ guesses, parts }: GuessEstimate): PasswordWeakness | null {
  // With this comparison, an estimate of NaN is refused.
  if (guesses >= passwordGuessesMin) return null;
  const [telling] = parts
    .filter(({ pattern }) => pattern !== "bruteforce" && pattern !== "separator")
    .toSorted((one, other) => other.token.length - one.token.length);
  return (telling && weaknessOfPart(telling)) ?? "guessable";
}

const weaknessOfDictionary: Readonly<Record<string, PasswordWeakness>> = {
  known: "account_word",
  passwords: "common",
  names: "name",
  words: "word",
};

const weaknessOfPattern: Readonly<Record<string, PasswordWeakness>> = {
  spatial: "keyboard",
  repeat: "repeated",
  sequence: "sequence",
  date: "date",
  regex: "date",
};

function weaknessOfPart({ pattern, dictionary }: GuessedPart): PasswordWeakness | undefined {
  return dictionary === undefined ? weaknessOfPattern[pattern] : weaknessOfDictionary[dictionary];
}

/**
 * Returns words that an attacker of this account tries first, in lower case: its name, its address, the
 * vendor's names, and their parts. Both the estimator and `passwordVerdict` need them.
 *
 * @param names of the vendor and its products.
 */
export function knownWords(
  account: { readonly username?: string; readonly email?: string },
  names: readonly string[],
): readonly string[] {
  const { username = "", email = "" } = account;
  const whole = [username, email, ...email.split("@"), ...names].map((text) => text.toLowerCase());
  const parts = whole.flatMap((text) => [plain(text), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...whole, ...parts])].filter((word) => lengthOf(word) >= 3);
}

function lengthOf(password: string): number {
  // Code points, because a person counts an emoji as one character.
  return Array.from(password, () => 1).length;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/**
 * True if a password contains only known words of at least four letters, up to four digits and any
 * punctuation: `Fernhill-2026!`.
 */
function isMadeOf(password: string, known: readonly string[]): boolean {
  const longestFirst = known
    .map(plain)
    .filter((word) => lengthOf(word) >= 4)
    .toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ""), plain(password));
  return rest !== plain(password) && /^\p{N}{0,4}$/u.test(rest);
}
