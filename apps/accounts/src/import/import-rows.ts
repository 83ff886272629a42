import { addressKey } from "@foyer/domain/addresses";
import { staffRights } from "@foyer/domain/staff-rights";
import type { Row } from "@foyer/import-file/lines";
import type { Insertable } from "kysely";
import type { AccountsTables, Tx } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { ToldSubscription } from "../stores/subscription-store.ts";
import { takeSubscription } from "../subscriptions/take-subscription.ts";
import { newId, newReference, newShortCode } from "../secrets/secret-values.ts";
import { accountsNamed, insertRows, type NamedAccount } from "./import-row-store.ts";

// Inserts checked rows of an import file. Each function writes in the caller's transaction, on any connection that may write the
// schema `accounts`. None of them sends mail, charges or starts a job.

/** `password_hash` has a format that `readPasswordHash` accepts; null for an account that can only reset its password. */
export type AccountRow = Omit<Row<"account">, "password" | "customer_id" | "cards" | "same_address">;
export type LicenseRow = Row<"license">;
/** An invitation without a reference gets a new one. */
export type SeatRow = Row<"seat">;
export type LicenseKeyRow = Row<"license_key">;
export type UpgradeRow = Row<"upgrade"> & { readonly total_seats: number };

/** Inserts accounts. @returns the new ids by account name. */
export async function insertAccounts(tx: Tx, rows: readonly AccountRow[]): Promise<Map<string, string>> {
  const made = rows.map((row) => ({
    id: newId("acc"),
    username: row.username,
    email: row.email,
    email_key: addressKey(row.email),
    password_hash: row.password_hash,
    state: row.state,
    is_staff: row.is_staff,
    staff_rights: row.is_staff ? [...staffRights] : [],
    created_at: row.created,
  }));
  await insertRows(tx, "accounts", made);
  return new Map(made.map((account) => [account.username, account.id]));
}

/** Inserts licenses and their owners. */
export async function insertLicenses(tx: Tx, rows: readonly LicenseRow[]): Promise<void> {
  const account = await accountsNamed(
    tx,
    rows.flatMap((row) => row.owners),
  );
  const licenses: Insertable<AccountsTables["licenses"]>[] = [];
  const holders: Insertable<AccountsTables["license_owners"]>[] = [];
  for (const { owners, expires_date, registration_date, upgrade_eligible_registration, ...license } of rows) {
    licenses.push({
      ...license,
      products: [...license.products],
      expires_at: expires_date,
      registered_at: registration_date,
      upgrade_eligible_license_id: upgrade_eligible_registration,
    });
    holders.push(
      ...owners.map((owner, position) => ({ license_id: license.id, account_id: account(owner).id, position })),
    );
  }
  await insertRows(tx, "licenses", licenses);
  await insertRows(tx, "license_owners", holders);
}

/** @param holder null for an invitation. */
function seatOf(
  { license, created, username: _username, ...row }: SeatRow,
  holder: NamedAccount | null,
): Insertable<AccountsTables["seats"]> {
  const email = holder?.email ?? row.email ?? "";
  const links =
    holder === null
      ? ({
          reference: row.reference ?? newReference(),
          short_code: newShortCode(),
          invitation_expires_at: after(created, lifetimes.invitation),
          mail_state: "sent",
        } as const)
      : { reference: null, short_code: null, invitation_expires_at: null, mail_state: null };
  return {
    ...row,
    license_id: license,
    created_at: created,
    account_id: holder?.id ?? null,
    username: holder?.username ?? null,
    email,
    email_key: addressKey(email),
    invited_by: null,
    ...links,
  };
}

/** Inserts seats in the order of the file, which decides which of two with equal times is newer. */
export async function insertSeats(tx: Tx, rows: readonly SeatRow[]): Promise<void> {
  const account = await accountsNamed(
    tx,
    rows.flatMap((row) => row.username ?? []),
  );
  const seats = rows.map((row) => seatOf(row, row.username === null ? null : account(row.username)));
  await insertRows(tx, "seats", seats);
}

export async function insertLicenseKeys(tx: Tx, rows: readonly LicenseKeyRow[]): Promise<void> {
  const keys = rows.map(({ license, ...key }) => ({ ...key, license_id: license }));
  await insertRows(tx, "license_keys", keys);
}

export async function insertUpgrades(tx: Tx, rows: readonly UpgradeRow[]): Promise<void> {
  const upgrades = rows.map(({ from_license, ...upgrade }) => ({
    ...upgrade,
    from_license_id: from_license,
    activated_at: null,
  }));
  await insertRows(tx, "upgrades", upgrades);
}

/** Stores a subscription's first state in the form that the purchase service reports; see `takeSubscription`. */
export async function importSubscription(tx: Tx, told: ToldSubscription, at: Date): Promise<boolean> {
  return takeSubscription(tx.withSchema("accounts"), told, at);
}
