import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonPasswords } from "./common-passwords.ts";
import { accountWords, passwordStrength, passwordWeakness } from "./password.ts";

const words = [...accountWords("maria", "maria.lopez@example.com"), "Fernhill Software", "Outlinear"];
const weakness = (password: string): string | null => passwordWeakness(password, { common: commonPasswords, words });

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
    expect(weakness(letters.slice(0, length))).toBe(expected);
  });

  test("R-01 counts code points, and takes any Unicode and white space as it is", () => {
    expect(weakness("🦊🐻🐼🦁🐯🐸🐵🐔")).toBe(null);
    expect(weakness("🦊🐻🐼🦁🐯🐸🐵")).toBe("too_short");
    expect(weakness("   zq kv   ")).toBe(null);
  });
});

describe("R-02 the blocklist", () => {
  test("R-02 holds 3,000 passwords and more, each long enough to be chosen, none twice", () => {
    expect(commonPasswords.size).toBe(10_000);
    for (const password of commonPasswords) {
      expect(password.length >= 8 && password === password.toLowerCase(), password).toBe(true);
    }
  });

  test("R-02 every listed password is refused, however it is written", () => {
    for (const password of commonPasswords) {
      expect([password, weakness(password)]).toEqual([password, "common"]);
      expect([password, weakness(password.toUpperCase())]).toEqual([password, "common"]);
    }
  });

  test.each(["password", "12345678", "qwertyuiop", "iloveyou", "football", "Password1", "trustno1", "sunshine"])(
    "R-02 %s is on it",
    (password) => expect(weakness(password)).toBe("common"),
  );

  test.each(["zzzzzzzzzzzz", "abababababab", "xyzxyzxyzxyz", "3456789:", "lmnopqrstu", "zyxwvuts"])(
    "R-02 %s is a pattern, listed or not",
    (password) => expect(weakness(password)).toBe("common"),
  );

  test("R-02 a long pattern may be chosen, as length is what counts", () => {
    expect(["z".repeat(256), "abcd".repeat(16)].map(weakness)).toEqual([null, null]);
  });

  test.each(["maria2026!", "Maria-Lopez", "maria.lopez@example.com", "Fernhill-Software", "outlinear5", "lopezmaria"])(
    "R-02 %s is made of the account's or the vendor's words",
    (password) => expect(weakness(password)).toBe("account_word"),
  );

  test.each(["amber-lantern-42", "maria hates onions", "correct horse battery", "lopez-8412-7733", "Tr0ub4dor&3x"])(
    "R-02 %s may be chosen",
    (password) => expect(weakness(password)).toBe(null),
  );

  test("R-02 short account words forbid nothing", () => {
    expect(passwordWeakness("al-al-alalal-x", { common: new Set(), words: ["al"] })).toBe(null);
  });
});

describe("the strength meter", () => {
  test.each([
    ["short", 0],
    ["maria2026", 0],
    ["abbaccdd", 1],
    ["amber-42", 1],
    ["amber-lan42", 2],
    ["amber-lantern", 3],
    ["amber-lantern-42", 4],
  ])("R-01 %s shows %i", (password, expected) => expect(passwordStrength(password, words)).toBe(expected));

  test("R-01 is zero exactly where the password cannot be chosen, and content from 15 characters on", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (password) => {
        const refused = passwordWeakness(password, { common: new Set(), words }) !== null;
        expect(passwordStrength(password, words) === 0).toBe(refused);
      }),
    );
    expect(passwordStrength("the lantern is amber", [])).toBe(4);
  });
});
