import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hasForbiddenCharacter, normalizeAccountName, refuseAccountName } from "./account-name.ts";

test.each([
  ["Maria", "maria"],
  [" Ma ri\ta\u00A0\u3000\n", "maria"],
  ["ÄRGER", "ärger"],
  ["A\u0308rger", "ärger"],
  ["", ""],
])("REG-03 %j becomes %j", (typed, expected) => expect(normalizeAccountName(typed)).toBe(expected));

test("REG-03 normalizing twice is the same as once, and leaves no white space", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (typed) => {
      const once = normalizeAccountName(typed);
      expect(normalizeAccountName(once)).toBe(once);
      expect(once).not.toMatch(/\s/u);
    }),
    { numRuns: 1000 },
  );
});

test.each(["$", "%", "*", "\\", ":", "/", "~", "`"])("REG-04 %s is refused in any position", (character) => {
  for (const name of [character, `${character}maria`, `ma${character}ria`, `maria${character}`]) {
    expect(hasForbiddenCharacter(name)).toBe(true);
    expect(refuseAccountName(name)).toBe("account_name.not_allowed");
  }
});

test.each(["", "Maria", "ma ria", "ma\u0000ria", "ma\u200Bria", "ma\u202Eria", "m".repeat(256)])(
  "REG-04 ACC-10 %j is not allowed",
  (name) => expect(refuseAccountName(name)).toBe("account_name.not_allowed"),
);

test.each(["maria", "m", "maria.lopez_2-b", "maria@example", "ärger", "名前", "m".repeat(255), "o'brien!"])(
  "REG-04 ACC-10 %j is allowed",
  (name) => expect(refuseAccountName(name)).toBe(null),
);
