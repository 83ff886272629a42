import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, Tx } from "../db/schema.ts";
import type { SoldLicenseTable, TrialTable } from "../db/trial-tables.ts";
import type { License } from "./license-store.ts";

export type Trial = Selectable<TrialTable>;

/** Stores that a trial was used. Returns false if the product had one for that address before. */
export async function insertTrial(tx: Tx, trial: Insertable<TrialTable>): Promise<boolean> {
  const stored = await tx
    .insertInto("trials")
    .values(trial)
    .onConflict((conflict) => conflict.columns(["product", "address_hash"]).doNothing())
    .returning("product")
    .executeTakeFirst();
  return stored !== undefined;
}

/** True if the account had a trial of the product before, at any address. */
export async function hadTrial(db: Db, accountId: string, product: string): Promise<boolean> {
  const row = await db
    .selectFrom("trials")
    .select("started_at")
    .where("account_id", "=", accountId)
    .where("product", "=", product)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The product ids of all licenses of which the account is the contact, or for which its customers ever paid. Other managers do not
 * count, because any account can be made a manager.
 */
export async function productIdsOf(
  db: Db,
  { id, customer_ids: customers }: { readonly id: string; readonly customer_ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select licenses.product_id as id from licenses join license_owners on license_owners.license_id = licenses.id
      where license_owners.account_id = ${id} and not exists (
        select from license_owners earlier
        where earlier.license_id = licenses.id and earlier.position < license_owners.position)
    union select plan from subscriptions where customer_id = any(${customers}::text[])
    union select product_id from sold_licenses where customer_id = any(${customers}::text[])`.execute(db);
  return rows.map((row) => row.id);
}

/** The account's trials that have not ended before `endedBefore`, the one that ends last first. */
export async function ownTrials(
  db: Db,
  accountId: string,
  endedBefore: Date,
): Promise<Pick<License, "id" | "product_id" | "used_seats">[]> {
  return await db
    .selectFrom("licenses")
    .innerJoin("license_owners", "license_owners.license_id", "licenses.id")
    .select(["licenses.id", "licenses.product_id", "licenses.used_seats"])
    .where("license_owners.account_id", "=", accountId)
    .where("licenses.purchase_type", "=", "trial")
    .where((eb) => eb.or([eb("licenses.expires_at", "is", null), eb("licenses.expires_at", ">", endedBefore)]))
    .orderBy(sql`licenses.expires_at desc nulls first`)
    .orderBy("licenses.id")
    .execute();
}

/** The trial of a license, locked until the transaction ends. Lock the license first. */
export async function lockTrial(tx: Tx, licenseId: string): Promise<Trial | null> {
  const row = await tx
    .selectFrom("trials")
    .selectAll()
    .where("license_id", "=", licenseId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function noteTold(tx: Tx, licenseId: string, daysBefore: number): Promise<void> {
  await tx.updateTable("trials").set({ told: daysBefore }).where("license_id", "=", licenseId).execute();
}

const AT_ONCE = 200;

const unpaid = (db: Db) =>
  db
    .selectFrom("trials")
    .innerJoin("licenses", "licenses.id", "trials.license_id")
    .select("licenses.id")
    .where("licenses.purchase_type", "=", "trial")
    .orderBy("trials.ends_at")
    .limit(AT_ONCE);

/** Licenses of unpaid trials with a mail that may be due: they end before `until`, and the last mail was not sent. */
export async function trialsToTell(db: Db, until: Date): Promise<string[]> {
  const rows = await unpaid(db)
    .where("trials.ends_at", "<=", until)
    .where((eb) => eb.or([eb("trials.told", "is", null), eb("trials.told", ">", 0)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Licenses of unpaid trials that ended before `endedBefore`. Leaves out those of an owner under a legal hold. */
export async function trialsToDelete(db: Db, endedBefore: Date, now: Date): Promise<string[]> {
  const rows = await unpaid(db)
    .where("trials.ends_at", "<=", endedBefore)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("license_owners")
            .innerJoin("legal_holds", "legal_holds.account_id", "license_owners.account_id")
            .select("license_owners.account_id")
            .whereRef("license_owners.license_id", "=", "licenses.id")
            .where("legal_holds.until", ">", now),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteLicense(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("licenses").where("id", "=", id).execute();
}

/** Gives the used trials of one account to another. */
export async function giveTrialsOf(tx: Tx, from: string, into: string): Promise<void> {
  await tx.updateTable("trials").set({ account_id: into }).where("account_id", "=", from).execute();
}

/** Removes an account from its used trials. A keyed hash of the address stays. */
export async function eraseFromTrials(tx: Tx, accountId: string): Promise<void> {
  await tx.updateTable("trials").set({ account_id: null }).where("account_id", "=", accountId).execute();
}

/** Deletes used trials of erased accounts. */
export async function pruneTrials(db: Db, endedBefore: Date): Promise<void> {
  await deleteInSteps(db, "trials", sql`account_id is null and license_id is null and ends_at < ${endedBefore}`);
}

/** Stores the payment of a license without a subscription. */
export async function insertSoldLicense(tx: Tx, sold: Insertable<SoldLicenseTable>): Promise<void> {
  await tx.insertInto("sold_licenses").values(sold).execute();
}
