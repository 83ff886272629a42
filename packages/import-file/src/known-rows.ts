import type { Row } from "./lines.ts";

// What an import has to know of the database: only what the file names, as a database may be large.

/** What a file names, each a set. */
export interface NamedRows {
  readonly usernames: readonly string[];
  /** As addresses are compared. */
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

/** What the database holds of it, by the key of each kind of line. */
export interface KnownRows {
  /** The named ones, open ones with a named address, those with a named customer, and the owners of `licenses`. */
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  /** The named ones, and those with a named key. */
  readonly licenses: ReadonlyMap<string, KnownLicense>;
  /** Seat ids. */
  readonly seats: ReadonlySet<string>;
  /** References of open invitations. */
  readonly references: ReadonlySet<string>;
  /** Of the named licenses: `<license> <account name>` of held seats and `<license> <address key>` of every seat. */
  readonly seated: ReadonlySet<string>;
  readonly licenseKeys: ReadonlySet<string>;
  /** Upgrade ids, activated ones too. */
  readonly upgrades: ReadonlySet<string>;
}
