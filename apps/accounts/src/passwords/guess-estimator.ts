import { passwordEstimatedLength, type GuessEstimate, type GuessedPart } from "@foyer/domain/password";
import { type MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";

/** Number of words used of each list. Rarer words cost memory and time and almost never match. */
const WORDS = 20_000;
const LAST_NAMES = 10_000;
/** Maximum length of a list's words: the longest word determines how long the search takes. */
const WORD_LENGTH_MAX = 20;
/** Maximum number of readings of `4`, `$` and the like as letters; the likeliest readings are first. */
const READINGS_MAX = 30;

const kept = (words: Iterable<string>): string[] =>
  [...new Set(words)].filter((word) => word.length <= WORD_LENGTH_MAX);

/** Two last names, ordered by frequency, for each first name, ordered by the alphabet. */
function names(): string[] {
  const last = english["lastnames-en"].slice(0, LAST_NAMES);
  const first = english["firstnames-en"];
  return first.flatMap((name, index) => [...last.slice(2 * index, 2 * index + 2), name]).concat(last);
}

/**
 * Estimates how many guesses a password takes, by its first 64 characters.
 *
 * Uses about 70 MB for the lists, and up to 50 ms for a text made to be slow, so it needs a separate thread.
 */
export function guessEstimator(): (password: string, known: readonly string[]) => GuessEstimate {
  const estimator = new ZxcvbnFactory({
    dictionary: {
      passwords: kept(common["passwords-common"]),
      words: kept([...english["commonWords-en"].slice(0, WORDS), ...common["diceware-common"]]),
      names: kept(names()),
    },
    graphs: adjacencyGraphs,
    maxLength: passwordEstimatedLength,
    l33tMaxSubstitutions: READINGS_MAX,
  });
  return (password, known) => {
    const { guesses, sequence } = estimator.check(password, [...known]);
    return { guesses, parts: sequence.map(partOf) };
  };
}

function partOf({ pattern, token, dictionaryName }: MatchExtended & { dictionaryName?: string }): GuessedPart {
  return { pattern, token, dictionary: dictionaryName === "userInputs" ? "known" : dictionaryName };
}
