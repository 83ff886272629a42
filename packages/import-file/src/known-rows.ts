import type { RaisedLimit } from "@foyer/domain/activations";
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
  /** Ids of devices. */
  readonly devices: readonly string[];
  /** Licenses of devices. */
  readonly deviceLicenses: readonly string[];
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

/** A device that is live, or has a file. */
export interface KnownDevice {
  readonly license_id: string;
  /** Null if it was activated by key. */
  readonly seat_id: string | null;
  readonly ended_at: Date | null;
  readonly offline_until: Date | null;
}

/** The facts that limit the devices of the named licenses. */
export interface KnownDevices {
  /** The named ids that exist. */
  readonly ids: ReadonlySet<string>;
  readonly taken: readonly KnownDevice[];
  /** Limits that staff raised, by license. */
  readonly raisedLimits: ReadonlyMap<string, RaisedLimit>;
  /** Id of each held seat by `<license> <account name>`. */
  readonly heldSeats: ReadonlyMap<string, string>;
}

/** The devices of a database without any. */
export const noDevices: KnownDevices = {
  ids: new Set(),
  taken: [],
  raisedLimits: new Map(),
  heldSeats: new Map(),
};

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
  readonly devices: KnownDevices;
}
