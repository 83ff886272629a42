import type { NamedRows } from "./known-rows.ts";
import { addressKey } from "@foyer/domain/addresses";
import type { Line } from "./lines.ts";

/** The names in a file's lines, beyond those that the accounts service's tables need. */
interface NamedInFile extends NamedRows {
  /** Ids of the provider's subscriptions. */
  readonly subscriptions: readonly string[];
}

type Names = { readonly [Kind in keyof NamedInFile]?: readonly (string | null)[] };

/** Returns the names in the lines, including their own keys: all that an import reads from the database. */
export function namedRows(lines: readonly Line[]): NamedInFile {
  const names = lines.map(namesOf);
  const all = (kind: keyof NamedInFile): string[] => [
    ...new Set(names.flatMap((one) => one[kind] ?? []).filter((name) => name !== null)),
  ];
  return {
    usernames: all("usernames"),
    addressKeys: all("addressKeys"),
    customers: all("customers"),
    licenses: all("licenses"),
    keys: all("keys"),
    seats: all("seats"),
    references: all("references"),
    upgrades: all("upgrades"),
    devices: all("devices"),
    deviceLicenses: all("deviceLicenses"),
    subscriptions: all("subscriptions"),
  };
}

function namesOf(line: Line): Names {
  const { key } = line;
  switch (line.type) {
    case "account":
      return {
        usernames: [key],
        addressKeys: [addressKey(line.fields.email)],
        customers: [line.fields.customer_id],
      };
    case "license":
      return {
        licenses: [key, line.fields.upgrade_eligible_registration],
        usernames: line.fields.owners,
        keys: [line.fields.key],
        // A license must not have the id of an upgrade.
        upgrades: [key],
      };
    case "seat":
      return {
        seats: [key],
        licenses: [line.fields.license],
        usernames: [line.fields.username],
        references: [line.fields.reference],
      };
    case "license_key":
      return { keys: [key], licenses: [line.fields.license] };
    case "upgrade":
      // An activated upgrade is a license with its id.
      return { upgrades: [key], licenses: [key, line.fields.from_license] };
    case "subscription":
      return { licenses: [key], usernames: [line.fields.customer], subscriptions: [line.fields.id] };
    case "activation":
      return {
        devices: [key],
        licenses: [line.fields.license],
        deviceLicenses: [line.fields.license],
        usernames: [line.fields.username],
      };
  }
}
