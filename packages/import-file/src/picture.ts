import type { KnownLicense, KnownRows } from "./known-rows.ts";
import { addressKey } from "@foyer/domain/addresses";
import type { Fault } from "./faults.ts";
import type { LineOf, LineType } from "./lines.ts";
import { keyOf, type ParsedImport } from "./parse.ts";

/** What the database holds of what the file names. */
export interface Known extends KnownRows {
  /** Ids of the provider's subscriptions. */
  readonly subscriptions: ReadonlySet<string>;
}

/** What an import is judged by, beside the file and the database. */
export interface ImportTerms {
  readonly now: Date;
  /** Whether the payment sandbox is the provider. */
  readonly sandbox: boolean;
  /** Plans of the catalog. */
  readonly plans: ReadonlyMap<string, { readonly interval: "month" | "year" }>;
}

export type FreshLines = { readonly [Type in LineType]: readonly LineOf<Type>[] };

/** The file's new lines and the database together: what will be there when the import is done. */
export interface Picture {
  readonly known: Known;
  readonly terms: ImportTerms;
  readonly fresh: FreshLines;
  readonly newAccounts: ReadonlyMap<string, LineOf<"account">>;
  readonly newLicenses: ReadonlyMap<string, KnownLicense>;
  readonly newUpgrades: ReadonlyMap<string, LineOf<"upgrade">>;
  /** True for what the file names in a line that is at fault itself. */
  isBroken(type: LineType, key: string): boolean;
}

/** Puts the picture together. */
export function pictureOf(fresh: FreshLines, parsed: ParsedImport, known: Known, terms: ImportTerms): Picture {
  return {
    known,
    terms,
    fresh,
    newAccounts: new Map(fresh.account.map((line) => [line.key, line])),
    newLicenses: new Map(
      fresh.license.map(({ key, fields }) => [key, { ...fields, used_seats: 0, subscription_id: null }]),
    ),
    newUpgrades: new Map(fresh.upgrade.map((line) => [line.key, line])),
    isBroken: (type, key) => parsed.broken.has(keyOf(type, key)),
  };
}

/** The license as it will be; null where there is none. */
export function licenseOf(picture: Picture, id: string): KnownLicense | null {
  return picture.known.licenses.get(id) ?? picture.newLicenses.get(id) ?? null;
}

/** The address of an account as addresses are compared; null where there is no such account. */
export function addressKeyOf(picture: Picture, username: string): string | null {
  const email = picture.known.accounts.get(username)?.email ?? picture.newAccounts.get(username)?.fields.email;
  return email === undefined ? null : addressKey(email);
}

/** A fault where a line names an account that is nowhere. */
export function missingAccount(picture: Picture, line: number, field: string, username: string): Fault[] {
  if (addressKeyOf(picture, username) !== null || picture.isBroken("account", username)) return [];
  return [
    { line, field, message: `"${username}" is no account; name one of this file or of the database, or add its line` },
  ];
}

/** A fault where a line names a license that is nowhere. */
export function missingLicense(picture: Picture, line: number, field: string, id: string): Fault[] {
  if (licenseOf(picture, id) !== null || picture.isBroken("license", id)) return [];
  return [{ line, field, message: `"${id}" is no license; name one of this file or of the database, or add its line` }];
}
