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

// Kind, country, the form that is stored and shown, and spellings that people use.
const spellings: readonly (readonly [string, string, string, string])[] = [
  ["eu_vat", "GR", "EL123456789", "GR123456789|EL 123 456 789|gr 123.456.789|123456789|EL-123456789"],
  ["eu_vat", "AT", "ATU12345678", "ATU 1234 5678|U12345678|AT U12345678|AT 12345678|UID-Nr. ATU12345678"],
  ["eu_vat", "BE", "BE0123456789", "BE 0123.456.789|0123.456.789|BE123456789|BTW BE 0123 456 789|123.456.789"],
  ["eu_vat", "BG", "BG123456789", "BG 123 456 789|123456789"],
  ["eu_vat", "CY", "CY12345678Z", "CY 12345678 Z|12345678z"],
  ["eu_vat", "CZ", "CZ12345678", "CZ 12345678|12345678|DIČ CZ12345678"],
  [
    "eu_vat",
    "DE",
    "DE123456789",
    "DE 123 456 789|DE-123.456.789|DE123 456789|123456789|USt-IdNr.: DE123456789|\uff24\uff25 123456789|DE\u2011123\u2013456\u2212789|DE\u00a0123\u202f456\u200b789",
  ],
  ["eu_vat", "DK", "DK12345678", "DK 12 34 56 78|12345678|CVR-nr. 12345678"],
  ["eu_vat", "EE", "EE123456789", "EE 123456789"],
  ["eu_vat", "ES", "ESB1234567Z", "ES B-1234567-Z|B1234567Z|ES-B1234567Z|NIF B-1234567-Z"],
  ["eu_vat", "FI", "FI12345678", "FI 1234567-8|1234567-8|ALV FI12345678"],
  ["eu_vat", "FR", "FR12345678901", "FR 12 345 678 901|FR-12-345678901|12 345678901|TVA FR 12 345678901"],
  ["eu_vat", "FR", "FRAB123456789", "FR AB 123 456 789|ab123456789"],
  ["eu_vat", "HR", "HR12345678912", "HR 12345678912|12345678912"],
  ["eu_vat", "HU", "HU12345678", "HU 12345678|12345678|12345678-1-23|HU12345678-1-23"],
  ["eu_vat", "IE", "IE1234567AB", "IE 1234567 AB|1234567AB"],
  ["eu_vat", "IE", "IE1A23456B", "IE 1A23456B|1a23456b"],
  ["eu_vat", "IT", "IT12345678912", "IT 12345678912|12345678912|P.IVA 12345678912|Partita IVA: IT 12345678912"],
  ["eu_vat", "LT", "LT123456789", "LT 123456789"],
  ["eu_vat", "LU", "LU12345678", "LU 123 456 78|LU-12345678"],
  ["eu_vat", "LV", "LV12345678912", "LV 1234-5678-912"],
  ["eu_vat", "MT", "MT12345678", "MT 1234-5678"],
  ["eu_vat", "NL", "NL123456789B12", "NL 1234.56.789.B.12|123456789B12|NL-123456789-B12|btw-id NL123456789b12"],
  ["eu_vat", "PL", "PL1234567890", "PL 123-456-78-90|123-456-78-90|NIP: 1234567890"],
  ["eu_vat", "PT", "PT123456789", "PT 123 456 789|NIF 123456789"],
  ["eu_vat", "RO", "RO12345678", "RO 12345678|12345678"],
  ["eu_vat", "SE", "SE123456789001", "SE 123456-7890-01|SE1234567890 01|1234567890-01"],
  ["eu_vat", "SI", "SI12345678", "SI 12345678"],
  ["eu_vat", "SK", "SK1234567890", "SK 1234 567 890"],
  ["eu_vat", "XI", "XI123456789", "XI 123 4567 89|123456789"],
  [
    "gb_vat",
    "GB",
    "GB123456789",
    "GB 123 4567 89|123 4567 89|123456789|GB-123-4567-89|VAT No. GB123456789|gb123.456.789",
  ],
  ["gb_vat", "GB", "GB123456789012", "GB 123 4567 89 012|123456789012"],
  ["gb_vat", "GB", "GBGD001", "GB GD001|GD001"],
  ["gb_vat", "GB", "GBHA599", "ha 599"],
  [
    "no_vat",
    "NO",
    "123456789MVA",
    "NO 123 456 789 MVA|123 456 789 MVA|123456789|NO123456789|NO123456789MVA|Org.nr. 123 456 789 MVA",
  ],
  [
    "ch_vat",
    "CH",
    "CHE-123.456.789 MWST",
    "CHE-123.456.789 MWST|CHE123456789MWST|CHE 123 456 789 MWST|123.456.789 MWST|CH CHE-123.456.789MWST",
  ],
  ["ch_vat", "CH", "CHE-123.456.789 TVA", "CHE-123.456.789 TVA|che123456789tva"],
  ["ch_vat", "CH", "CHE-123.456.789 IVA", "CHE-123.456.789 IVA|123456789 IVA"],
  ["ch_vat", "CH", "CHE-123.456.789", "CHE-123.456.789|CHE123456789|123.456.789|123456789"],
  ["ch_uid", "CH", "CHE-123.456.789", "CHE 123 456 789|123456789"],
  ["li_uid", "LI", "CHE123456789", "CHE-123.456.789"],
  ["is_vat", "IS", "123456", "IS 123456|IS-123456"],
  ["au_abn", "AU", "12345678912", "12 345 678 912|ABN 12 345 678 912|AU12345678912"],
  ["br_cnpj", "BR", "01.234.456/5432-10", "01234456543210|01 234 456/5432-10"],
  ["br_cpf", "BR", "123.456.789-87", "12345678987"],
  ["us_ein", "US", "12-3456789", "123456789|12 3456789|EIN 12-3456789"],
  ["in_gst", "IN", "12ABCDE3456FGZH", "12 ABCDE 3456 F GZH"],
  ["jp_trn", "JP", "T1234567891234", "T 1234 5678 9123 4|1234567891234"],
  ["kr_brn", "KR", "123-45-67890", "1234567890"],
  ["cl_tin", "CL", "12.345.678-K", "12345678k|RUT 12.345.678-K"],
  ["mk_vat", "MK", "MK1234567890123", "1234567890123|MK 1234567890123"],
  ["ca_gst_hst", "CA", "123456789RT0002", "123456789 RT 0002|12345 6789 RT0002"],
];

test.each(spellings)(
  "DOC-01 the usual spellings of %s in %s are stored as %s: %s (FAULT-18)",
  (kind, country, stored, typed) => {
    for (const value of [stored, ...typed.split("|")]) {
      const tidy = tidyTaxId({ kind, country, value });
      expect([value, tidy.value, taxIdFault(tidy)]).toEqual([value, stored, null]);
      expect(tidyTaxId(tidy)).toEqual(tidy);
    }
  },
);

test("DOC-02 no digit is added, and the prefix of another country is not dropped (FAULT-18)", () => {
  for (const [kind, country, value] of [
    ["za_vat", "ZA", "123456789"],
    ["eu_vat", "FR", "DE123456789"],
    ["eu_vat", "DE", "NO123456789"],
    ["eu_vat", "DE", "SE123456789"],
    ["eu_vat", "PT", "ES123456789"],
    ["gb_vat", "GB", "IE123456789"],
    ["gb_vat", "GB", "12345678"],
    ["ca_gst_hst", "CA", "123456789"],
    ["no_vat", "NO", "12345678MVA"],
    ["ch_vat", "CH", "CHE-123.456.78 MWST"],
    ["eu_vat", "DE", "1234567890"],
  ] as const) {
    expect([value, taxIdFault(tidyTaxId({ kind, country, value }))]).toEqual([value, expect.any(String)]);
  }
});

test("DOC-01 the kind of a number stored without one is found by its format and the address, or left open", () => {
  expect(guessTaxId("GB123456789", "GB")).toEqual({ kind: "gb_vat", country: "GB", value: "GB123456789" });
  expect(guessTaxId("de 123456789", "")).toEqual({ ...german, value: "DE123456789" });
  expect(guessTaxId("DE123456789", "US")).toEqual({ ...german, value: "DE123456789" });
  expect(guessTaxId("12-3456789", "US")).toEqual({ kind: "us_ein", country: "US", value: "12-3456789" });
  expect(guessTaxId("GR 123456789", "")).toEqual({ kind: "eu_vat", country: "GR", value: "EL123456789" });
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
