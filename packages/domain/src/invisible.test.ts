import { describe, expect, test } from "vitest";
import { hasForbiddenCharacter, normalizeAccountName, refuseAccountName } from "./account-name.ts";
import { isAddress } from "./addresses.ts";
import { holdsInvisible, isBlank, showInvisible } from "./invisible.ts";

// All code points that Unicode lists as ignorable, and others with an empty glyph.
const everyCodePoint = Array.from({ length: 0x11_0000 }, (_, point) => point).filter(
  (point) => point < 0xd800 || point > 0xdfff,
);
const ignorable = everyCodePoint
  .map((point) => String.fromCodePoint(point))
  .filter((character) => /^\p{Default_Ignorable_Code_Point}$/u.test(character));
const blank = ["\u2800", "\u3164", "\u115f", "\u1160", "\uffa0", "\u034f", "\u17b4", "\u180b", "\u{1d159}", "\ufffc"];
const invisible = [...new Set([...ignorable, ...blank])];

/** True if normalization keeps the character. Removed or composed characters cannot be stored. */
const kept = (name: string): boolean => normalizeAccountName(name) !== "maya";

describe("invisible characters", () => {
  test("REG-04 ACC-10 none of the 4,174 default-ignorable code points and of the blank ones is allowed in an account name", () => {
    expect(ignorable.length).toBeGreaterThan(4_000);
    const taken = invisible.flatMap((character) =>
      [`maya${character}`, `${character}maya`, `ma${character}ya`, character]
        .map(normalizeAccountName)
        .filter((name) => kept(name) && refuseAccountName(name) === null),
    );
    expect(taken.map((name) => encodeURIComponent(name))).toEqual([]);
    expect(invisible.filter((character) => !hasForbiddenCharacter(character))).toEqual([]);
  });

  test("R-27 none of them is allowed in an address, before or after the @", () => {
    const taken = invisible.filter(
      (character) => isAddress(`may${character}a@example.com`) || isAddress(`maya@exam${character}ple.com`),
    );
    expect(taken.map((name) => encodeURIComponent(name))).toEqual([]);
  });

  test("R-27 each of them is shown by its name or number, and visible text stays as it is (FAULT-16)", () => {
    expect(showInvisible("maya\u200b@example.com")).toBe("maya⟨zero-width space⟩@example.com");
    expect(showInvisible("\uFEFFma ya\u00a0@x\u{e0041}")).toBe("⟨byte order mark⟩ma ya⟨no-break space⟩@x⟨U+E0041⟩");
    const hidden = invisible.filter((character) => !/^x⟨[^⟨⟩]+⟩y$/.test(showInvisible(`x${character}y`)));
    expect(hidden.map((name) => encodeURIComponent(name))).toEqual([]);
    expect(showInvisible("Ægir नाम שם 🌱 o'brien")).toBe("Ægir नाम שם 🌱 o'brien");
  });

  test("a text of only invisible characters is blank, also with white space; one letter makes it visible", () => {
    expect(isBlank(`${invisible.join(" ")}\t\u00a0\u3000`)).toBe(true);
    expect(isBlank("")).toBe(true);
    expect(isBlank("\u2800a")).toBe(false);
    expect(isBlank("می\u200cخواهم")).toBe(false);
  });

  test.each(["maya", "mañana", "名前", "नाम", "ชื่อ", "שם", "e\u0301", "o'brien!", "maya🌱"])(
    "REG-04 %s is a name as before",
    (name) => {
      expect(refuseAccountName(normalizeAccountName(name))).toBe(null);
      expect(holdsInvisible(name)).toBe(false);
    },
  );
});
