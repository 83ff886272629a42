import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { normalizeAccountName, refuseAccountName } from "./account-name.ts";
import { addressKey } from "./addresses.ts";
import {
  type GuessedPart,
  type GuessEstimate,
  knownWords,
  lengthWeakness,
  normalizePassword,
  passwordVerdict,
} from "./password.ts";

const known = knownWords({ username: "maria", email: "maria.lopez@mail.example.com" }, [
  "Fernhill",
  "Fernhill Software",
  "Outlinear",
  "Task Planner",
]);
const estimateOf = (guesses: number, ...parts: GuessedPart[]): GuessEstimate => ({ guesses, parts });
const plenty = estimateOf(1e20);
const weakness = (password: string, estimate = plenty) => passwordVerdict(password, known, estimate).weakness;

describe("R-01 the length", () => {
  test.each([
    [7, "too_short"],
    [8, null],
    [14, null],
    [15, null],
    [64, null],
    [256, null],
    [257, "too_long"],
    [1025, "too_long"],
  ])("R-01 of %i code points: %s", (length, expected) => {
    const letters = "kXq7 bTz9_mRw4".repeat(100);
    expect(lengthWeakness(letters.slice(0, length))).toBe(expected);
    expect(weakness(letters.slice(0, length))).toBe(expected);
  });

  test("R-01 counts code points, and accepts any Unicode and white space unchanged", () => {
    expect(lengthWeakness("🦊🐻🐼🦁🐯🐸🐵🐔")).toBe(null);
    expect(lengthWeakness("🦊🐻🐼🦁🐯🐸🐵")).toBe("too_short");
    expect(lengthWeakness("   zq kv   ")).toBe(null);
  });
});

describe("R-01 the normalized form", () => {
  test.each([
    ["gru\u0308n-lantern-42", "grün-lantern-42"],
    ["\u212bngstrom\u00a0\u3000x", "\u00c5ngstrom  x"],
    ["\u1112\u1161\u11ab\uae00", "\ud55c\uae00"],
    ["Fullwidth\uff21 ﬁ ²", "Fullwidth\uff21 ﬁ ²"],
    ["  case Stays\t", "  case Stays\t"],
  ])("R-01 %j is hashed as %j (FAULT-14)", (typed, normal) => expect(normalizePassword(typed)).toBe(normal));

  test("R-01 normalizing again changes nothing, and a letter typed in two characters counts once (FAULT-14)", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (typed) => {
        expect(normalizePassword(normalizePassword(typed))).toBe(normalizePassword(typed));
        expect(normalizePassword(typed.normalize("NFD"))).toBe(normalizePassword(typed));
      }),
    );
    expect(lengthWeakness("u\u0308".repeat(7))).toBe("too_short");
    expect(lengthWeakness("u\u0308".repeat(8))).toBe(null);
  });

  test("R-09 long runs of marks, which take long to normalize, are not normalized in names, addresses and passwords", () => {
    const marks = "\u0301\u0316".repeat(100_000);
    const normalized = vi.spyOn(String.prototype, "normalize");
    for (const normalize of [normalizePassword, normalizeAccountName, addressKey]) normalize(`a${marks}@x.example`);
    expect(refuseAccountName(normalizeAccountName(marks))).toBe("account_name.not_allowed");
    const lengths = normalized.mock.contexts.map((text) => String(text).length);
    normalized.mockRestore();
    expect(Math.max(0, ...lengths)).toBeLessThan(1_000);
  });
});

describe("KEY-07 the verdict on an estimate", () => {
  test.each([
    [99_999_999, "weak"],
    [1e8, "fair"],
    [9_999_999_999, "fair"],
    [1e10, "good"],
    [1e14 - 1, "good"],
    [1e14, "strong"],
    [Number.MAX_VALUE, "strong"],
  ] as const)("KEY-07 %d guesses are %s", (guesses, strength) => {
    const verdict = passwordVerdict("kXq7bTz9", known, estimateOf(guesses));
    expect(verdict).toEqual({ weakness: strength === "weak" ? "guessable" : null, strength });
  });

  test("KEY-07 an estimate that is not a number is refused", () => {
    expect(weakness("kXq7bTz9", estimateOf(Number.NaN))).toBe("guessable");
  });

  test.each([
    ["dictionary", "passwords", "common"],
    ["dictionary", "names", "name"],
    ["dictionary", "words", "word"],
    ["dictionary", "known", "account_word"],
    ["date", undefined, "date"],
    ["regex", undefined, "date"],
    ["repeat", undefined, "repeated"],
    ["sequence", undefined, "sequence"],
    ["spatial", undefined, "keyboard"],
    ["a pattern of tomorrow", undefined, "guessable"],
  ] as const)("KEY-07 a telling stretch by %s %s is told as %s", (pattern, dictionary, expected) => {
    const parts = [
      { pattern: "bruteforce", token: "the longest of all" },
      { pattern: "separator", token: "--------------" },
      { pattern: "dictionary", dictionary: "words", token: "of" },
      { pattern, dictionary, token: "telling" },
    ];
    expect(weakness("kXq7bTz9", estimateOf(10, ...parts))).toBe(expected);
  });
});

describe("KEY-07 the words of the account and the vendor", () => {
  test("KEY-07 are its name, its address with all labels, and the names of products, whole and in parts", () => {
    const wanted = ["maria", "maria.lopez", "marialopez", "lopez", "example", "mail.example.com", "fernhill software"];
    expect(known).toEqual(expect.arrayContaining([...wanted, "fernhillsoftware", "software", "outlinear", "planner"]));
    expect(new Set(known).size).toBe(known.length);
    expect(known.filter((word) => word.length < 3 || word !== word.toLowerCase())).toEqual([]);
    expect(knownWords({}, [])).toEqual([]);
  });

  test.each([
    "maria2026!",
    "Maria-Lopez",
    "maria.lopez@mail.example.com",
    "Fernhill-2026!",
    "outlinear5",
    "lopezmaria",
  ])("R-02 KEY-07 %s contains only such words, and is refused with any estimate", (password) =>
    expect(weakness(password)).toBe("account_word"),
  );

  test.each(["amber-lantern-42", "maria hates onions", "correct horse battery", "lopez-8412-7733"])(
    "R-02 %s contains more than known words",
    (password) => expect(weakness(password)).toBe(null),
  );

  test("R-02 short account words are not forbidden", () => {
    expect(passwordVerdict("al-al-alalal-x", ["al"], plenty).weakness).toBe(null);
  });
});
