import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { AccountRow, LicenseKeyRow, LicenseRow, SeatRow, UpgradeRow } from "./import-rows.ts";

// What an export writes down.

type Db = Kysely<AccountsTables> | Transaction<AccountsTables>;

/** Accounts with their customers, the oldest first. */
export async function exportAccounts(db: Db): Promise<(AccountRow & { readonly customerIds: readonly string[] })[]> {
  const rows = await db
    .withSchema("accounts")
    .selectFrom("accounts")
    .selectAll()
    .orderBy("created_at")
    .orderBy("username")
    .execute();
  return rows.map((row) => ({
    username: row.username,
    email: row.email,
    passwordHash: row.password_hash,
    state: row.state,
    isStaff: row.is_staff,
    createdAt: row.created_at,
    customerIds: row.customer_ids,
  }));
}

export async function exportLicenses(db: Db): Promise<LicenseRow[]> {
  const { rows } = await sql<{
    id: string;
    product_id: string;
    description: string;
    products: string[];
    purchase_type: LicenseRow["purchaseType"];
    total_seats: number;
    expires_at: Date | null;
    registered_at: Date;
    upgrades_remaining: number;
    upgrade_eligible_license_id: string | null;
    key: string | null;
    key_owner: string;
    owners: string[];
  }>`
    select licenses.*, (
      select array_agg(accounts.username order by license_owners.position)
      from accounts.license_owners join accounts.accounts on accounts.id = license_owners.account_id
      where license_owners.license_id = licenses.id
    ) as owners
    from accounts.licenses order by registered_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    owners: row.owners,
    productId: row.product_id,
    description: row.description,
    products: row.products,
    purchaseType: row.purchase_type,
    totalSeats: row.total_seats,
    expiresAt: row.expires_at,
    registeredAt: row.registered_at,
    upgradesRemaining: row.upgrades_remaining,
    upgradeEligibleRegistration: row.upgrade_eligible_license_id,
    key: row.key,
    keyOwner: row.key_owner,
  }));
}

/** Seats from the oldest to the newest. */
export async function exportSeats(db: Db): Promise<SeatRow[]> {
  const rows = await db
    .withSchema("accounts")
    .selectFrom("seats")
    .selectAll()
    .orderBy("license_id")
    .orderBy("created_at")
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    license: row.license_id,
    username: row.username,
    email: row.username === null ? row.email : null,
    status: row.status,
    reference: row.reference,
    createdAt: row.created_at,
  }));
}

export async function exportLicenseKeys(db: Db): Promise<LicenseKeyRow[]> {
  const rows = await db.withSchema("accounts").selectFrom("license_keys").selectAll().orderBy("key").execute();
  return rows.map((row) => ({
    key: row.key,
    owner: row.owner,
    productId: row.product_id,
    description: row.description,
    seats: row.seats,
    upgradesRemaining: row.upgrades_remaining,
    eligible: row.eligible,
    license: row.license_id,
  }));
}

/** Upgrades that wait; an activated one has become a license. */
export async function exportUpgrades(db: Db): Promise<UpgradeRow[]> {
  const rows = await db
    .withSchema("accounts")
    .selectFrom("upgrades")
    .selectAll()
    .where("activated_at", "is", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    fromLicense: row.from_license_id,
    productId: row.product_id,
    description: row.description,
    upgradesAvailable: row.upgrades_available,
    totalSeats: row.total_seats,
  }));
}

/** The accounts service's side of each license's subscription; the purchase service holds the rest. */
export interface SubscriptionRow {
  readonly id: string;
  readonly license: string;
  readonly customerId: string;
  readonly plan: string;
  /** What the next period will have. */
  readonly renewingQuantity: number;
  readonly status: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEndsAt: Date;
}

/** The subscription that each license follows. */
export async function exportSubscriptions(db: Db): Promise<SubscriptionRow[]> {
  const rows = await db
    .withSchema("accounts")
    .selectFrom("subscriptions")
    .innerJoin("licenses", "licenses.subscription_id", "subscriptions.id")
    .selectAll("subscriptions")
    .orderBy("subscriptions.license_id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    license: row.license_id,
    customerId: row.customer_id,
    plan: row.plan,
    renewingQuantity: row.next_quantity ?? row.quantity,
    status: row.status,
    cancelAtPeriodEnd: row.cancel_at_period_end,
    currentPeriodEndsAt: row.current_period_ends_at,
  }));
}
