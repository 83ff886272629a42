import { type GuessEstimate, knownWords, passwordGuessesMin, passwordVerdict } from "@foyer/domain/password";
import { dictionary } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";
import * as fc from "fast-check";
import { caseCount } from "@foyer/testing/random-cases";
import { describe, expect, test } from "vitest";
import { estimateGuesses } from "./estimate-guesses.ts";
import { guessEstimator } from "./guess-estimator.ts";

const estimate = guessEstimator();
const known = knownWords({ username: "maria", email: "maria.lopez@example.com" }, ["Fernhill Software", "Outlinear"]);
const weakness = (password: string) => passwordVerdict(password, known, estimate(password, known)).weakness;

/** The 10,000 most common passwords of at least eight characters. */
const mostCommon = dictionary["passwords-common"].filter((word) => word.length >= 8).slice(0, 10_000);

describe("KEY-07 refused passwords, and the reason", () => {
  test.each([
    ["Summer2024", "common"],
    ["letmein123", "common"],
    ["Passw0rd!", "common"],
    ["Password1", "common"],
    ["P@$$w0rd1", "common"],
    ["trustno1", "common"],
    ["dragon1987", "common"],
    ["Kowalski7", "name"],
    ["12.03.1987", "date"],
    ["aaaaaaaaaaaaaaaaaaaa", "repeated"],
    ["abcabcabcabcabc", "repeated"],
    ["lmnopqrstu", "sequence"],
    ["zyxwvuts", "sequence"],
    ["sdfghjkl;'", "keyboard"],
    ["maria1985", "account_word"],
    ["fernhillmaria99", "account_word"],
    ["Outlinear-123", "account_word"],
    ["drowssap", "common"],
    ["constructor", "word"],
  ])("KEY-07 %s: %s", (password, expected) => expect(weakness(password)).toBe(expected));

  test("R-02 KEY-07 each of the 10,000 most common passwords, in any spelling", () => {
    const step = 10_000 / caseCount("PASSWORDS", { usual: 500, torture: 10_000 });
    const taken = mostCommon
      .filter((_, rank) => rank < 200 || rank % step === 0)
      .flatMap((word) => [word, word.toUpperCase()].filter((password) => weakness(password) === null));
    expect(taken).toEqual([]);
    // The torture run makes 20,000 estimates, which takes long on a busy machine.
  }, 180_000);

  test("KEY-07 a common password followed by digits is refused", () => {
    const digits = fc.stringMatching(/^\d{0,3}$/);
    const years = fc.integer({ min: 1950, max: 2026 }).map(String);
    // Other digits can hide a year from the estimator.
    const letters = mostCommon.filter((word) => /^[a-z]+$/.test(word));
    const password = fc.oneof(
      fc.tuple(fc.constantFrom(...mostCommon), digits),
      fc.tuple(fc.constantFrom(...letters), years),
    );
    fc.assert(
      fc.property(password, ([word, end]) => {
        expect([word + end, weakness(word + end)]).not.toEqual([word + end, null]);
      }),
      { numRuns: 200 },
    );
  });

  test("KEY-07 words of the account make a password easy to guess", () => {
    const { guesses } = estimate("Ottoline8!", knownWords({ username: "ottoline" }, []));
    expect(guesses).toBeLessThan(passwordGuessesMin);
    expect(estimate("Ottoline8!", []).guesses).toBeGreaterThan(guesses);
  });
});

describe("KEY-07 accepted passwords", () => {
  test.each([
    "correct horse battery staple",
    "amber-lantern-42",
    "the lantern is amber",
    "maria hates onions",
    "lopez-8412-7733",
    "Tr0ub4dor&3x",
    "vq7#kXb!m2",
    "gzkwqxvb",
    "ich wohne am see",
    "тихая вода и лес",
    "🦊🐻🐼🦁🐯🐸🐵🐔",
  ])("KEY-07 %s, of any kinds of characters", (password) => expect(weakness(password)).toBe(null));

  test("KEY-07 any phrase of at least five words from a list of thousands", () => {
    const word = fc.constantFrom(...dictionary["diceware-common"], ...english["commonWords-en"].slice(0, 5_000));
    const phrase = fc.tuple(
      fc.uniqueArray(word, { minLength: 5, maxLength: 8 }).filter((words) => words.join("").length >= 15),
      fc.constantFrom(" ", "-", ".", ""),
    );
    fc.assert(
      fc.property(phrase, ([words, between]) => {
        expect(weakness(words.join(between))).toBe(null);
      }),
      { numRuns: 60 },
    );
  });
});

/** Texts made to be slow: many readings, many dates, nested repeats, and letters that change length when lowercased. */
const hostile = [
  "4@8({[<6|)3#9&1!|7^^2n",
  "1953197219972021",
  "aab",
  "İß😀ﬁ",
  "__proto__constructor",
  "()|_|><vv",
  "01.02.199",
].map((text) => text.repeat(40).slice(0, 256));

describe("R-09 R-46 the estimate of a hostile text", () => {
  test("R-09 reads only 64 characters and covers each of them once", () => {
    for (const text of hostile) {
      const { parts } = estimate(text, known);
      expect(parts.map(({ token }) => token).join("")).toBe(text.slice(0, 64));
      expect(estimate(`${text.slice(0, 64)}${"something else".repeat(10)}`, known)).toEqual(estimate(text, known));
    }
  });

  test("R-46 is a number and never throws, for any text", () => {
    const atom = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(...hostile), fc.constantFrom(...mostCommon));
    fc.assert(
      fc.property(fc.array(atom, { minLength: 1, maxLength: 6 }), (atoms) => {
        const text = atoms.join("").slice(0, 256);
        expect(estimate(text, [...known, "constructor", "__proto__"]).guesses).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 100 },
    );
  });

  test("R-09 runs in a thread with the same result and does not block the event loop", async () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const given: GuessEstimate[] = await Promise.all(hostile.map((text) => estimateGuesses(text, known)));
    isOver = true;
    expect(turns).toBeGreaterThan(hostile.length);
    expect(given).toEqual(hostile.map((text) => estimate(text, known)));
  });

  test("R-09 a request is refused at once when the queue is full", async () => {
    const asked = Array.from({ length: 120 }, () => estimateGuesses("amber-lantern-42", known));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBe(102);
    expect(outcomes.findLast(({ status }) => status === "rejected")).toMatchObject({
      reason: { refusal: "service.unavailable" },
    });
  });
});
