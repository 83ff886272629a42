import type { Fault } from "./faults.ts";
import { keyFields, lineTypes, type Line, type LineOf, type LineType } from "./lines.ts";
import { keyOf, type ParsedImport } from "./parse.ts";
import { checkDevices } from "./check-devices.ts";
import { checkLicenseKeys, checkLicenses, checkUpgrades } from "./check-licenses.ts";
import { checkAccounts } from "./check-people.ts";
import { checkSeats } from "./check-seats.ts";
import { checkSubscriptions } from "./check-subscriptions.ts";
import { firstWith, pictureOf, type Known, type Picture, type ImportTerms } from "./picture.ts";

/** Number of lines by type. Devices are counted only in a file that has any, as the format's older readers expect. */
type Counts = Record<Exclude<LineType, "activation">, number> & { activation?: number };

/** Result of checking a whole file. */
export interface CheckedImport {
  /** All faults, in line order. */
  readonly faults: readonly Fault[];
  readonly picture: Picture;
  readonly imported: Counts;
  readonly skipped: Counts;
}

/**
 * Checks a file against itself and against the database.
 *
 * Lines with a key in the database are skipped, with any other content. All others are checked as if written together.
 */
export function checkImport(parsed: ParsedImport, known: Known, terms: ImportTerms): CheckedImport {
  const fresh = emptyLines();
  const skipped = countsFor(parsed);
  const repeated = repeatedKeys(parsed.lines);
  const repeating = new Set(repeated.map(({ line }) => line));
  for (const line of parsed.lines) {
    if (repeating.has(line.line)) continue;
    if (isKnown(line, known)) skipped[line.type] = (skipped[line.type] ?? 0) + 1;
    else put(fresh, line);
  }
  const picture = pictureOf(fresh, parsed, known, terms);
  const faults = [
    ...parsed.faults,
    ...repeated,
    ...checkAccounts(picture),
    ...checkLicenses(picture),
    ...checkSeats(picture),
    ...checkLicenseKeys(picture),
    ...checkUpgrades(picture),
    ...checkSubscriptions(picture),
    ...checkDevices(picture),
  ];
  const imported = countsFor(parsed);
  for (const type of lineTypes) if (type in imported) imported[type] = fresh[type].length;
  return { faults: faults.toSorted((one, other) => one.line - other.line), picture, imported, skipped };
}

/** Zero of each type but devices. */
export function noCounts(): Counts {
  return { account: 0, license: 0, seat: 0, license_key: 0, upgrade: 0, subscription: 0 };
}

function countsFor({ lines }: ParsedImport): Counts {
  return lines.some(({ type }) => type === "activation") ? { ...noCounts(), activation: 0 } : noCounts();
}

function emptyLines(): { [Type in LineType]: LineOf<Type>[] } {
  return { account: [], license: [], seat: [], license_key: [], upgrade: [], subscription: [], activation: [] };
}

function put<Type extends LineType>(fresh: { [Each in Type]: LineOf<Each>[] }, line: LineOf<Type>): void {
  fresh[line.type].push(line);
}

function isKnown({ type, key }: Line, known: Known): boolean {
  switch (type) {
    case "account":
      return known.accounts.has(key);
    case "license":
      return known.licenses.has(key);
    case "seat":
      return known.seats.has(key);
    case "license_key":
      return known.licenseKeys.has(key);
    case "upgrade":
      // An activated upgrade may have been imported from an export as the license that it became.
      return known.upgrades.has(key) || known.licenses.has(key);
    case "subscription":
      return (known.licenses.get(key)?.subscription_id ?? null) !== null;
    case "activation":
      return known.devices.ids.has(key);
  }
}

function repeatedKeys(lines: readonly Line[]): Fault[] {
  const first = new Map<string, number>();
  return lines.flatMap(({ type, key, line }) => {
    const before = firstWith(first, keyOf(type, key), line);
    if (before === undefined) return [];
    const message = `"${key}" is the key of line ${before} already; one ${type} has one line`;
    return [{ line, field: keyFields[type], message }];
  });
}
