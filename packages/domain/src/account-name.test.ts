import { describe, expect, test } from "vitest";
import { normaliseAccountName, refuseAccountName } from "./account-name.ts";

describe("account names", () => {
  test("REG-03 a name is lower-cased and stripped of white space", () => {
    expect(normaliseAccountName("  Anna Lee\t2 ")).toBe("annalee2");
  });

  test.each([..."$%*\\:/~`"])("REG-04 %s is refused", (character) => {
    expect(refuseAccountName(`anna${character}lee`)).toBe("account_name.not_allowed");
  });

  test("REG-04 nothing, too much and invisible characters are refused, other characters are not", () => {
    expect(refuseAccountName("")).toBe("account_name.not_allowed");
    expect(refuseAccountName("a".repeat(256))).toBe("account_name.not_allowed");
    expect(refuseAccountName("anna\u200Blee")).toBe("account_name.not_allowed");
    expect(refuseAccountName("a".repeat(255))).toBeNull();
    expect(refuseAccountName("anna.lee+2@œuvre-例")).toBeNull();
  });
});
