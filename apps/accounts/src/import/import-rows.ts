import { addressKey } from "@foyer/domain/addresses";
import type { SeatStatus } from "@foyer/domain/seats";
import { staffRights } from "@foyer/domain/staff-rights";
import type { Insertable, Transaction } from "kysely";
import type { AccountsTables, PurchaseType } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { ToldSubscription } from "../subscriptions/subscription-store.ts";
import { takeSubscription } from "../subscriptions/take-subscription.ts";
import { newId, newReference, newShortCode } from "../secrets/secret-values.ts";
import {
  accountsNamed,
  insertAccountRows,
  insertLicenseKeyRows,
  insertLicenseRows,
  insertOwnerRows,
  insertSeatRows,
  insertUpgradeRows,
  type NamedAccount,
} from "./import-row-store.ts";

// Rows of an import file, already checked. Each function writes in the caller's transaction, on any connection that may
// write the schema `accounts`, and none of them mails, charges or starts anything.

type Tx = Transaction<AccountsTables>;

export interface AccountRow {
  readonly username: string;
  readonly email: string;
  /** As `readPasswordHash` takes it; null for an account that can only reset its password. */
  readonly passwordHash: string | null;
  readonly state: number;
  readonly isStaff: boolean;
  readonly createdAt: Date;
}

export interface LicenseRow {
  readonly id: string;
  /** Account names, the contact first. */
  readonly owners: readonly string[];
  readonly productId: string;
  readonly description: string;
  readonly products: readonly string[];
  readonly purchaseType: PurchaseType;
  readonly totalSeats: number;
  readonly expiresAt: Date | null;
  readonly registeredAt: Date;
  readonly upgradesRemaining: number;
  readonly upgradeEligibleRegistration: string | null;
  readonly key: string | null;
  readonly keyOwner: string;
}

export interface SeatRow {
  readonly id: string;
  readonly license: string;
  /** Who holds it; null for an invitation. */
  readonly username: string | null;
  /** Where an invitation went; null for a held seat, whose address is the account's. */
  readonly email: string | null;
  readonly status: SeatStatus;
  /** Of an invitation; null makes one. */
  readonly reference: string | null;
  readonly createdAt: Date;
}

export interface LicenseKeyRow {
  readonly key: string;
  readonly owner: string;
  readonly productId: string;
  readonly description: string;
  readonly seats: number;
  readonly upgradesRemaining: number;
  readonly eligible: boolean;
  readonly license: string | null;
}

export interface UpgradeRow {
  readonly id: string;
  readonly fromLicense: string;
  readonly productId: string;
  readonly description: string;
  readonly upgradesAvailable: number;
  readonly totalSeats: number;
}

/** @returns the new accounts' ids by account name. */
export async function insertAccounts(tx: Tx, rows: readonly AccountRow[]): Promise<Map<string, string>> {
  const made = rows.map((row) => ({
    id: newId("acc"),
    username: row.username,
    email: row.email,
    email_key: addressKey(row.email),
    password_hash: row.passwordHash,
    state: row.state,
    is_staff: row.isStaff,
    staff_rights: row.isStaff ? [...staffRights] : [],
    created_at: row.createdAt,
  }));
  await insertAccountRows(tx, made);
  return new Map(made.map((account) => [account.username, account.id]));
}

/** Licenses and who owns them. */
export async function insertLicenses(tx: Tx, rows: readonly LicenseRow[]): Promise<void> {
  const account = await accountsNamed(
    tx,
    rows.flatMap((row) => row.owners),
  );
  const licenses = rows.map((row) => ({
    id: row.id,
    product_id: row.productId,
    description: row.description,
    products: [...row.products],
    purchase_type: row.purchaseType,
    total_seats: row.totalSeats,
    expires_at: row.expiresAt,
    registered_at: row.registeredAt,
    upgrades_remaining: row.upgradesRemaining,
    upgrade_eligible_license_id: row.upgradeEligibleRegistration,
    key: row.key,
    key_owner: row.keyOwner,
  }));
  const owners = rows.flatMap((row) =>
    row.owners.map((owner, position) => ({ license_id: row.id, account_id: account(owner).id, position })),
  );
  await insertLicenseRows(tx, licenses);
  await insertOwnerRows(tx, owners);
}

function heldSeat(row: SeatRow, holder: NamedAccount): Insertable<AccountsTables["seats"]> {
  return {
    id: row.id,
    license_id: row.license,
    status: row.status,
    created_at: row.createdAt,
    account_id: holder.id,
    username: holder.username,
    email: holder.email,
    email_key: addressKey(holder.email),
    reference: null,
    short_code: null,
    invitation_expires_at: null,
    invited_by: null,
    mail_state: null,
  };
}

function invitedSeat(row: SeatRow, email: string): Insertable<AccountsTables["seats"]> {
  return {
    id: row.id,
    license_id: row.license,
    status: row.status,
    created_at: row.createdAt,
    account_id: null,
    username: null,
    email,
    email_key: addressKey(email),
    reference: row.reference ?? newReference(),
    short_code: newShortCode(),
    invitation_expires_at: after(row.createdAt, lifetimes.invitation),
    invited_by: null,
    mail_state: "sent",
  };
}

/** Seats in the order of the file, which decides which is the newer of two with equal times. */
export async function insertSeats(tx: Tx, rows: readonly SeatRow[]): Promise<void> {
  const account = await accountsNamed(
    tx,
    rows.flatMap((row) => row.username ?? []),
  );
  const seats = rows.map((row) =>
    row.username === null ? invitedSeat(row, row.email ?? "") : heldSeat(row, account(row.username)),
  );
  await insertSeatRows(tx, seats);
}

export async function insertLicenseKeys(tx: Tx, rows: readonly LicenseKeyRow[]): Promise<void> {
  const keys = rows.map((row) => ({
    key: row.key,
    owner: row.owner,
    product_id: row.productId,
    description: row.description,
    seats: row.seats,
    upgrades_remaining: row.upgradesRemaining,
    eligible: row.eligible,
    license_id: row.license,
  }));
  await insertLicenseKeyRows(tx, keys);
}

export async function insertUpgrades(tx: Tx, rows: readonly UpgradeRow[]): Promise<void> {
  const upgrades = rows.map((row) => ({
    id: row.id,
    from_license_id: row.fromLicense,
    product_id: row.productId,
    description: row.description,
    upgrades_available: row.upgradesAvailable,
    total_seats: row.totalSeats,
    activated_at: null,
  }));
  await insertUpgradeRows(tx, upgrades);
}

/** A subscription's first state, as the purchase service would report it; see `takeSubscription`. */
export async function importSubscription(tx: Tx, told: ToldSubscription, at: Date): Promise<boolean> {
  return takeSubscription(tx.withSchema("accounts"), told, at);
}
