import { type GuessEstimate, passwordEstimatedLength } from "@foyer/domain/password";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { commonWords } from "./common-words.ts";

/** A text of the full length takes the browser some milliseconds with so many readings of its digits and signs as letters. */
const READINGS_MAX = 10;

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: [...commonWords] },
  maxLength: passwordEstimatedLength,
  l33tMaxSubstitutions: READINGS_MAX,
});

/** How many guesses a password takes, as far as a short list tells: the service knows more words, and decides. */
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
