import { passwordEstimatedLength, type GuessEstimate, type GuessedPart } from "@foyer/domain/password";
import { type MatchExtended, ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";

/** As many as are common enough to be tried by themselves; the rest of the lists costs memory and time, and finds next to nothing. */
const WORDS = 20_000;
const LAST_NAMES = 10_000;
/** A word of a list that is longer is not looked for: the search takes as long as the longest one makes it. */
const WORD_LENGTH_MAX = 20;
/** Ways to read `4`, `$` and the like as letters; the first ones are those that somebody means. */
const READINGS_MAX = 30;

const kept = (words: Iterable<string>): string[] =>
  [...new Set(words)].filter((word) => word.length <= WORD_LENGTH_MAX);

/** Two last names, which come by how frequent they are, for each first name, which come by the alphabet. */
function names(): string[] {
  const last = english["lastnames-en"].slice(0, LAST_NAMES);
  const first = english["firstnames-en"];
  return first.flatMap((name, index) => [...last.slice(2 * index, 2 * index + 2), name]).concat(last);
}

/**
 * Estimates how many guesses a password takes, by the first 64 characters of it.
 *
 * Some 70 MB with the lists in them, and up to 50 ms for a text that somebody made up to be slow: for a thread of its own.
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
