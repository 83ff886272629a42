import { expect, test } from "vitest";
import { taxIdKinds } from "./tax-id-kinds.ts";
import {
  countryOfTaxId,
  formInWords,
  guessTaxId,
  isReverseCharge,
  taxIdFault,
  taxIdKind,
  tidyTaxId,
} from "./tax-ids.ts";

const german = { kind: "eu_vat", country: "DE" };

test("DOC-02 every kind's example has the format of its kind, as written and as stored", () => {
  const wrong = taxIdKinds.filter(
    ({ kind, country, example: value }) =>
      taxIdFault({ kind, country, value }) !== null || taxIdFault(tidyTaxId({ kind, country, value })) !== null,
  );
  expect(wrong).toEqual([]);
  expect(new Set(taxIdKinds.map(({ kind, country }) => `${country} ${kind}`)).size).toBe(taxIdKinds.length);
});

test("DOC-02 no kind accepts its example with an extra character, a sign, or nothing", () => {
  for (const { kind, country, example } of taxIdKinds) {
    for (const value of ["", `${example}00000000000000000`, `${example.slice(0, -1)}?`]) {
      expect([kind, value, taxIdFault(tidyTaxId({ kind, country, value }))]).toEqual([kind, value, expect.any(String)]);
    }
  }
});

test("DOC-02 a wrong format is reported with the right one and an example", () => {
  expect(taxIdFault({ ...german, value: "DE12345678" })).toBe(
    "This number must be DE and nine digits, such as DE123456789.",
  );
  expect(taxIdFault({ kind: "us_ein", country: "US", value: "12-345" })).toBe(
    "This number must be nine digits, such as 12-3456789.",
  );
  expect(taxIdFault({ kind: "us_ein", country: "DE", value: "12-3456789" })).toMatch(/from the list/);
  expect(taxIdFault({ kind: "other", country: "", value: "x".repeat(41) })).toMatch(/at most 40/);
  expect(formInWords("NL#########B##")).toBe("NL, nine digits, B and two digits");
  expect(formInWords("RO#<2-10>")).toBe("RO and two to ten digits");
  expect(formInWords("CHE#########|#<5-6>@")).toBe("CHE and nine digits, or five to six digits and one letter");
});

test("DOC-01 a number is stored in one format, however it was typed", () => {
  for (const value of ["DE123456789", " de 123 456 789 ", "123456789", "DE-123.456.789"]) {
    expect(tidyTaxId({ ...german, value }).value).toBe("DE123456789");
  }
  expect(tidyTaxId({ kind: "eu_vat", country: "GR", value: "123456789" }).value).toBe("EL123456789");
  expect(tidyTaxId({ kind: "ch_vat", country: "CH", value: "che-123.456.789  mwst" }).value).toBe(
    "CHE-123.456.789 MWST",
  );
  expect(countryOfTaxId("eu_vat", "EL123456789")).toBe("GR");
  expect(countryOfTaxId("gb_vat", "GB123456789")).toBe("GB");
  expect(taxIdKind("eu_vat", "US")).toBeNull();
});

test("DOC-01 the kind of a number stored without one is found by its format and the address, or left open", () => {
  expect(guessTaxId("GB123456789", "GB")).toEqual({ kind: "gb_vat", country: "GB", value: "GB123456789" });
  expect(guessTaxId("de 123456789", "")).toEqual({ ...german, value: "DE123456789" });
  expect(guessTaxId("DE123456789", "US")).toEqual({ ...german, value: "DE123456789" });
  expect(guessTaxId("12-3456789", "US")).toEqual({ kind: "us_ein", country: "US", value: "12-3456789" });
  expect(guessTaxId("GB 123 4567 89", "")).toEqual({ kind: "gb_vat", country: "GB", value: "GB123456789" });
  // Two kinds of Australia have nine digits.
  expect(guessTaxId("123456789", "AU").kind).toBe("other");
  expect(guessTaxId("EA/77", "DE")).toEqual({ kind: "other", country: "", value: "EA/77" });
});

test("DOC-03 the buyer accounts for the tax only in another member state, with a number that is verified there", () => {
  const french = { kind: "eu_vat", country: "FR", value: "FRAB123456789", verification: "verified" } as const;
  expect(isReverseCharge("DE", "FR", [french])).toBe(true);
  expect(isReverseCharge("DE", "", [french])).toBe(true);
  expect(isReverseCharge("FR", "FR", [french])).toBe(false);
  expect(isReverseCharge("US", "FR", [french])).toBe(false);
  expect(isReverseCharge("GB", "FR", [french])).toBe(false);
  expect(isReverseCharge("DE", "DE", [french])).toBe(false);
  expect(isReverseCharge("DE", "FR", [])).toBe(false);
  for (const verification of ["unverified", "pending", "unavailable", null] as const) {
    expect(isReverseCharge("DE", "FR", [{ ...french, verification }])).toBe(false);
  }
  const northern = { kind: "eu_vat", country: "XI", value: "XI123456789", verification: "verified" } as const;
  expect(isReverseCharge("DE", "XI", [northern])).toBe(false);
});
