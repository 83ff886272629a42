import { type FromJson, timeIn } from "@foyer/service-kit/point-read";
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { Db, LicenseTable, SeatTable, Tx } from "../db/schema.ts";
import { OwnRead } from "./own-read.ts";

export type License = Selectable<LicenseTable>;

/**
 * The license, locked until the transaction ends; null when there is none.
 *
 * Every change of seats takes this lock first, and takes the locks of several licenses in the order of their ids. That prevents
 * deadlocks and keeps the counts correct.
 */
export async function lockLicense(tx: Tx, id: string): Promise<License | null> {
  const license = await tx.selectFrom("licenses").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return license ?? null;
}

export async function findLicense(db: Db, id: string): Promise<License | null> {
  return (await db.selectFrom("licenses").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** True when the account is an owner of the license. */
export async function isOwner(db: Db, accountId: string, licenseId: string): Promise<boolean> {
  const row = await db
    .selectFrom("license_owners")
    .select("position")
    .where("license_id", "=", licenseId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** True when the license's subscription or its own time has ended. Its seats then give no access. */
export function hasEnded(license: Pick<License, "subscription_active" | "expires_at">, now: Date): boolean {
  return license.subscription_active === false || (license.expires_at !== null && license.expires_at <= now);
}

export type ManagedRow = License & {
  /** True when she has already seen that she manages it. */
  accepted: boolean;
  status: string | null;
  next_plan: string | null;
  next_quantity: number | null;
  next_at: Date | null;
  /** True for a trial that was started here, which is deleted in the end. */
  is_own_trial: boolean;
  /** The seats of a license with one seat; null for other licenses. */
  seats: Selectable<SeatTable>[] | null;
};

/** A license of JSON. */
const licenseIn = (row: FromJson<License>): License => ({
  ...row,
  registered_at: new Date(row.registered_at),
  expires_at: timeIn(row.expires_at),
  current_period_ends_at: timeIn(row.current_period_ends_at),
  activation_limit_until: timeIn(row.activation_limit_until),
  key_revoked_at: timeIn(row.key_revoked_at),
});

/** The licenses that an account owns, with the next state of their subscriptions, as a `select`. @param accountId a value or SQL. */
export const managedLicensesSql = (accountId: unknown): RawBuilder<ManagedRow> => sql<ManagedRow>`
    select licenses.*, license_owners.accepted, subscriptions.status, subscriptions.next_plan, subscriptions.next_quantity, subscriptions.next_at,
      licenses.purchase_type = 'trial' and exists (select from trials where trials.license_id = licenses.id) as is_own_trial,
      case when licenses.total_seats = 1 then
        coalesce((select json_agg(to_json(seats)) from seats where seats.license_id = licenses.id), '[]')
      end as seats
    from license_owners
    join licenses on licenses.id = license_owners.license_id
    left join subscriptions on subscriptions.id = licenses.subscription_id
    where license_owners.account_id = ${accountId}
    order by licenses.registered_at, licenses.id`;

export const managedLicenses = async (db: Db, accountId: string): Promise<ManagedRow[]> =>
  (await managedLicensesSql(accountId).execute(db)).rows;

/** The same of the caller. */
export const ownManagedLicenses = new OwnRead<ManagedRow[]>(
  ({ account }) => sql`(select coalesce(json_agg(to_json(own)), '[]') from (${managedLicensesSql(account)}) own)`,
  (rows: FromJson<ManagedRow>[]) => rows.map((row) => ({ ...row, ...licenseIn(row), next_at: timeIn(row.next_at) })),
);

const owned = (accountId: unknown) => sql<License>`
    select licenses.* from license_owners join licenses on licenses.id = license_owners.license_id
    where license_owners.account_id = ${accountId}
    order by licenses.registered_at, licenses.id`;

/** The licenses that an account bought or registered, oldest first. */
export async function ownedLicenses(db: Db, accountId: string): Promise<License[]> {
  return (await owned(accountId).execute(db)).rows;
}

/** The same of the caller. */
export const ownLicenses = new OwnRead<License[]>(
  ({ account }) => sql`(select coalesce(json_agg(to_json(own)), '[]') from (${owned(account)}) own)`,
  (rows: FromJson<License>[]) => rows.map(licenseIn),
);

export async function findLicenseByKey(db: Db, written: readonly string[]): Promise<License | null> {
  const rows = await db.selectFrom("licenses").selectAll().where("key", "in", written).execute();
  return written.map((key) => rows.find((row) => row.key === key)).find((row) => row !== undefined) ?? null;
}

/** Inserts a license. @param owners account ids, the contact first; none for a legacy key that nobody registered. */
export async function insertLicense(
  tx: Tx,
  license: Insertable<LicenseTable>,
  owners: readonly string[],
): Promise<void> {
  await tx.insertInto("licenses").values(license).execute();
  if (owners.length === 0) return;
  await tx
    .insertInto("license_owners")
    .values(owners.map((account_id, position) => ({ license_id: license.id, account_id, position })))
    .execute();
}

export interface OwnerRow {
  readonly account_id: string;
  readonly username: string;
  readonly email: string;
  readonly position: number;
  /** True when her customer pays for the license's subscription. */
  readonly is_payer: boolean;
}

/** The managers of a license, the contact first. */
export async function ownersOf(db: Db, licenseId: string): Promise<OwnerRow[]> {
  return db
    .selectFrom("license_owners")
    .innerJoin("accounts", "accounts.id", "license_owners.account_id")
    .innerJoin("licenses", "licenses.id", "license_owners.license_id")
    .leftJoin("subscriptions", "subscriptions.id", "licenses.subscription_id")
    .select(["account_id", "username", "email", "position"])
    .select(sql<boolean>`coalesce(subscriptions.customer_id = any(accounts.customer_ids), false)`.as("is_payer"))
    .where("license_owners.license_id", "=", licenseId)
    .orderBy("position")
    .execute();
}

/**
 * Replaces the owners of a license with these accounts, in this order.
 *
 * @param accepted whether new owners count as having seen that they manage the license.
 */
export async function setOwners(tx: Tx, licenseId: string, owners: readonly string[], accepted = true): Promise<void> {
  const before = await tx
    .deleteFrom("license_owners")
    .where("license_id", "=", licenseId)
    .returning(["account_id", "accepted"])
    .execute();
  const known = new Map(before.map((owner) => [owner.account_id, owner.accepted]));
  const rows = owners.map((account_id, position) => ({
    license_id: licenseId,
    account_id,
    position,
    accepted: known.get(account_id) ?? accepted,
  }));
  await tx.insertInto("license_owners").values(rows).execute();
}

export async function setTotalSeats(tx: Tx, id: string, totalSeats: number): Promise<void> {
  await tx.updateTable("licenses").set({ total_seats: totalSeats }).where("id", "=", id).execute();
}

export async function updateLicense(tx: Tx, id: string, change: Updateable<LicenseTable>): Promise<void> {
  await tx.updateTable("licenses").set(change).where("id", "=", id).execute();
}
