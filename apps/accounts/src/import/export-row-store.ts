import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import type { EndedBy } from "../db/activation-tables.ts";
import type { AccountRow, LicenseKeyRow, LicenseRow, SeatRow, UpgradeRow } from "./import-rows.ts";

// Rows of an export, with the column names of the file. Extra columns of a row are not written.

/** Accounts with their customers, oldest first. */
export async function exportAccounts(db: Db): Promise<(AccountRow & { readonly customer_ids: readonly string[] })[]> {
  return db
    .withSchema("accounts")
    .selectFrom("accounts")
    .select(["username", "email", "password_hash", "state", "is_staff", "created_at as created", "customer_ids"])
    .$narrowType<Pick<AccountRow, "state">>()
    .orderBy("created_at")
    .orderBy("username")
    .execute();
}

export async function exportLicenses(db: Db): Promise<LicenseRow[]> {
  const { rows } = await sql<LicenseRow>`
    select licenses.*, expires_at as expires_date, registered_at as registration_date,
      upgrade_eligible_license_id as upgrade_eligible_registration,
      array(
        select accounts.username
        from accounts.license_owners join accounts.accounts on accounts.id = license_owners.account_id
        where license_owners.license_id = licenses.id order by license_owners.position
      ) as owners
    from accounts.licenses order by registered_at, id`.execute(db);
  return rows;
}

/** Seats, oldest first. */
export async function exportSeats(db: Db): Promise<SeatRow[]> {
  const rows = await db
    .withSchema("accounts")
    .selectFrom("seats")
    .selectAll()
    .select(["license_id as license", "created_at as created"])
    .orderBy("license_id")
    .orderBy("created_at")
    .orderBy("position")
    .execute();
  // A held seat has the address of its account, so the file does not repeat it.
  return rows.map((row) => ({ ...row, email: row.username === null ? row.email : null }));
}

export async function exportLicenseKeys(db: Db): Promise<LicenseKeyRow[]> {
  return db
    .withSchema("accounts")
    .selectFrom("license_keys")
    .selectAll()
    .select("license_id as license")
    .orderBy("key")
    .execute();
}

/** Unactivated upgrades; an activated one has become a license. */
export async function exportUpgrades(db: Db): Promise<UpgradeRow[]> {
  return db
    .withSchema("accounts")
    .selectFrom("upgrades")
    .selectAll()
    .select("from_license_id as from_license")
    .where("activated_at", "is", null)
    .orderBy("id")
    .execute();
}

/** The part of a subscription that the accounts service stores; the purchase service stores the rest. */
export interface SubscriptionRow {
  readonly id: string;
  readonly license: string;
  readonly customer_id: string;
  readonly plan: string;
  /** Quantity of the next period. */
  readonly quantity: number;
  /** Status as the provider names it. */
  readonly status: string;
  readonly cancel_at_period_end: boolean;
  readonly current_period_end: Date;
}

/** The present subscription of each license. */
export async function exportSubscriptions(db: Db): Promise<SubscriptionRow[]> {
  const rows = await db
    .withSchema("accounts")
    .selectFrom("subscriptions")
    .innerJoin("licenses", "licenses.subscription_id", "subscriptions.id")
    .selectAll("subscriptions")
    .select(["subscriptions.license_id as license", "subscriptions.current_period_ends_at as current_period_end"])
    .orderBy("subscriptions.license_id")
    .execute();
  return rows.map((row) => ({ ...row, quantity: row.next_quantity ?? row.quantity }));
}

/** A device with the hash of its fingerprint. */
export interface DeviceRow {
  readonly id: string;
  readonly license: string;
  readonly username: string;
  readonly seat: string | null;
  readonly fingerprint_hash: string;
  /** `<id>:<sealed secret>` of the secret that made the hash. */
  readonly fingerprint_key: string;
  readonly name: string | null;
  readonly platform: string | null;
  readonly app_version: string | null;
  readonly created: Date;
  readonly last_seen: Date;
  readonly offline_until: Date | null;
  readonly ended: Date | null;
  readonly ended_by: EndedBy | null;
}

/** Devices, oldest first. */
export async function exportDevices(db: Db): Promise<DeviceRow[]> {
  const { rows } = await sql<Omit<DeviceRow, "fingerprint_hash"> & { fingerprint: Buffer }>`
    select activations.id, activations.license_id as license, accounts.username, nullif(activations.seat_id, '') as seat,
      activations.fingerprint, secret.id || ':' || secret.sealed as fingerprint_key, activations.name,
      activations.platform, activations.app_version, activations.created_at as created,
      activations.last_seen_at as last_seen, activations.offline_until, activations.ended_at as ended, activations.ended_by
    from accounts.activations
    left join accounts.accounts on accounts.id = activations.account_id
    join accounts.license_secrets secret on secret.kind = 'fingerprint' and secret.retired_at is null
    order by activations.created_at, activations.id`.execute(db);
  return rows.map(({ fingerprint, ...row }) => ({ ...row, fingerprint_hash: fingerprint.toString("base64url") }));
}
