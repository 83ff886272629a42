import type { Row } from "./lines.ts";

// The part of the database that an import needs: only rows that the file names, because a database may be large.

/** The names in a file, as sets. */
export interface NamedRows {
  readonly usernames: readonly string[];
  /** In the form of `addressKey`. */
  readonly addressKeys: readonly string[];
  readonly customers: readonly string[];
  readonly licenses: readonly string[];
  /** License keys. */
  readonly keys: readonly string[];
  /** Seat ids. */
  readonly seats: readonly string[];
  /** References of invitations. */
  readonly references: readonly string[];
  readonly upgrades: readonly string[];
}

export interface KnownAccount {
  readonly email: string;
  readonly state: number;
  readonly customer_ids: readonly string[];
}

export interface KnownLicense extends Pick<Row<"license">, "product_id" | "total_seats" | "key" | "owners"> {
  readonly used_seats: number;
  readonly subscription_id: string | null;
}

/** The database's rows for these names, by the key of each kind of line. */
export interface KnownRows {
  /**
   * The named accounts, open accounts with a named address, accounts with a named customer, and the owners of
   * `licenses`.
   */
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  /** The named licenses, and those with a named key. */
  readonly licenses: ReadonlyMap<string, KnownLicense>;
  /** Seat ids. */
  readonly seats: ReadonlySet<string>;
  /** References of open invitations. */
  readonly references: ReadonlySet<string>;
  /** For the named licenses: `<license> <account name>` of held seats and `<license> <address key>` of every seat. */
  readonly seated: ReadonlySet<string>;
  readonly licenseKeys: ReadonlySet<string>;
  /** Upgrade ids, including activated ones. */
  readonly upgrades: ReadonlySet<string>;
}
