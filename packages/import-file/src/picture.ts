import type { KnownLicense, KnownRows } from "./known-rows.ts";
import type { ActivationRules } from "@foyer/domain/activations";
import { addressKey } from "@foyer/domain/addresses";
import type { Fault } from "./faults.ts";
import type { Line, LineOf, LineType } from "./lines.ts";
import { keyOf, type ParsedImport } from "./parse.ts";

/** The database's rows that the file names. */
export interface Known extends KnownRows {
  /** Ids of the provider's subscriptions. */
  readonly subscriptions: ReadonlySet<string>;
}

/** The facts for checking an import, besides the file and the database. */
export interface ImportTerms {
  readonly now: Date;
  /** True if the payment sandbox is the provider. */
  readonly sandbox: boolean;
  /** Plans of the catalogue. */
  readonly plans: ReadonlyMap<string, { readonly interval: "month" | "year" }>;
  /** Returns how apps of that product id are activated, or null if they are not. */
  activationRules(productId: string): ActivationRules | null;
}

export type FreshLines = { readonly [Type in LineType]: readonly LineOf<Type>[] };

/** The file's new lines together with the database: the state after the import. */
export interface Picture {
  readonly known: Known;
  readonly terms: ImportTerms;
  readonly fresh: FreshLines;
  readonly newAccounts: ReadonlyMap<string, LineOf<"account">>;
  readonly newLicenses: ReadonlyMap<string, KnownLicense>;
  readonly newUpgrades: ReadonlyMap<string, LineOf<"upgrade">>;
  /** Names of existing accounts whose line in the file has `same_address` and another address. */
  readonly strangers: ReadonlySet<string>;
  /** True if the file names it in a faulty line. */
  isBroken(type: LineType, key: string): boolean;
}

/** Builds the picture. */
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
    strangers: new Set(parsed.lines.filter((line) => isStranger(line, known)).map(({ key }) => key)),
    isBroken: (type, key) => parsed.broken.has(keyOf(type, key)),
  };
}

function isStranger(line: Line, { accounts }: Known): boolean {
  if (line.type !== "account" || !line.fields.same_address) return false;
  const account = accounts.get(line.key);
  return account !== undefined && addressKey(account.email) !== addressKey(line.fields.email);
}

/** Returns the license after the import, or null. */
export function licenseOf(picture: Picture, id: string): KnownLicense | null {
  return picture.known.licenses.get(id) ?? picture.newLicenses.get(id) ?? null;
}

/** Returns the account's address in the form of `addressKey`, or null if there is no such account. */
export function addressKeyOf(picture: Picture, username: string): string | null {
  const email = picture.known.accounts.get(username)?.email ?? picture.newAccounts.get(username)?.fields.email;
  return email === undefined ? null : addressKey(email);
}

/** Notes the first line with a value. Returns the key of another line that has it. */
export function firstWith<Key>(noted: Map<string, Key>, value: string, key: Key): Key | undefined {
  const other = noted.get(value);
  if (other === undefined) noted.set(value, key);
  return other;
}

/** Returns a fault if a line names an unknown account. */
export function missingAccount(picture: Picture, line: number, field: string, username: string | null): Fault[] {
  if (username === null) return [];
  if (addressKeyOf(picture, username) !== null || picture.isBroken("account", username)) return [];
  return [
    { line, field, message: `"${username}" is no account; name one of this file or of the database, or add its line` },
  ];
}

/** Returns a fault if a line names an unknown license. */
export function missingLicense(picture: Picture, line: number, field: string, id: string | null): Fault[] {
  if (id === null) return [];
  if (licenseOf(picture, id) !== null || picture.isBroken("license", id)) return [];
  return [{ line, field, message: `"${id}" is no license; name one of this file or of the database, or add its line` }];
}
