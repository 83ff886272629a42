import { countryCodes } from "@foyer/domain/countries";

const names = new Intl.DisplayNames(["en"], { type: "region" });

/** Returns the name of a country by its two-letter code; text that is no code is returned as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}

/** Every country that an address can have, by name. */
export const countries: readonly { readonly code: string; readonly name: string }[] = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name));
