/** Fewest and most code points of a new password. */
export const passwordLengthMin = 8;
export const passwordLengthMax = 256;

/** As much of a password is estimated: the time that it takes grows with the length, and what comes behind changes no verdict. */
export const passwordEstimatedLength = 64;

/** A password that is found within fewer guesses may not be chosen. */
export const passwordGuessesMin = 1e8;

/** Why a new password is refused. All of them are `password.weak` (3023) on the wire; the word says which sentence to show. */
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

/** How much work a password is to guess, in words: what is `weak` cannot be chosen. */
export type PasswordStrength = "weak" | "fair" | "good" | "strong";

/** A stretch of a password, and the pattern by which an estimator would guess it. */
export interface GuessedPart {
  /** `dictionary`, `spatial`, `repeat`, `sequence`, `date`, `regex`, `bruteforce` or `separator`. */
  readonly pattern: string;
  readonly token: string;
  /** Of a dictionary's word: `known` (the words of `knownWords`), `passwords`, `names` or `words`. */
  readonly dictionary?: string | undefined;
}

export interface GuessEstimate {
  /** How many tries it takes somebody who knows what people choose. */
  readonly guesses: number;
  readonly parts: readonly GuessedPart[];
}

export interface PasswordVerdict {
  /** Null where the password may be chosen. */
  readonly weakness: PasswordWeakness | null;
  readonly strength: PasswordStrength;
}

/** Whether a password is too short or too long to be looked at; any Unicode and any white space counts, nothing is trimmed. */
export function lengthWeakness(password: string): "too_short" | "too_long" | null {
  const length = lengthOf(password);
  if (length < passwordLengthMin) return "too_short";
  return length > passwordLengthMax ? "too_long" : null;
}

/**
 * What an estimate says of a password of a fitting length (KEY-07). No kind of character is demanded; what counts is how many
 * guesses it takes, and that it is made of more than the account's and the vendor's own words.
 *
 * @param known from `knownWords`, as the estimator got them.
 */
export function passwordVerdict(password: string, known: readonly string[], estimate: GuessEstimate): PasswordVerdict {
  const weakness = lengthWeakness(password) ?? (isMadeOf(password, known) ? "account_word" : weaknessOf(estimate));
  return { weakness, strength: weakness === null ? strengthOf(estimate.guesses) : "weak" };
}

function strengthOf(guesses: number): PasswordStrength {
  if (guesses < 1e10) return "fair";
  return guesses < 1e14 ? "good" : "strong";
}

/** What gives a guessable password away: its longest stretch that is guessed otherwise than by trying everything. */
function weaknessOf({ guesses, parts }: GuessEstimate): PasswordWeakness | null {
  // Asked this way round, an estimate that is no number takes nothing.
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
 * Words that whoever attacks this account tries first, in lower case: its name, its address and what they and the vendor's
 * names are made of. Hand them to the estimator and to `passwordVerdict`.
 *
 * @param names what the vendor, and what it sells, is called.
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
  // Code points, as an emoji counts as one for whoever types it.
  return Array.from(password, () => 1).length;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Nothing but known words of four letters and more, with up to four digits and any punctuation around them: `Fernhill-2026!`. */
function isMadeOf(password: string, known: readonly string[]): boolean {
  const longestFirst = known
    .map(plain)
    .filter((word) => lengthOf(word) >= 4)
    .toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ""), plain(password));
  return rest !== plain(password) && /^\p{N}{0,4}$/u.test(rest);
}
