import { type GuessEstimate, passwordEstimatedLength } from "@foyer/domain/password";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { commonWords } from "./common-words.ts";

/**
 * Maximum number of substitutions of digits and signs for letters; a text of the full length then takes some
 * milliseconds.
 */
const READINGS_MAX = 10;

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: [...commonWords] },
  maxLength: passwordEstimatedLength,
  l33tMaxSubstitutions: READINGS_MAX,
});

/** Returns how many guesses a password takes, by a short list. The service knows more words, and decides. */
export function estimateGuesses(password: string, known: readonly string[]): GuessEstimate {
  const { guesses, sequence } = estimator.check(password, [...known]);
  const parts = sequence.map(({ pattern, token, ...match }) => {
    const name: unknown = "dictionaryName" in match ? match["dictionaryName"] : undefined;
    return {
      pattern,
      token,
      dictionary: name === "userInputs" ? "known" : typeof name === "string" ? name : undefined,
    };
  });
  return { guesses, parts };
}
