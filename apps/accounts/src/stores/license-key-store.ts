import type { Insertable, Selectable } from "kysely";
import { purchaseType } from "@foyer/domain/product-id";
import type { Db, LicenseKeyTable, Tx } from "../db/schema.ts";
import { newId } from "../secrets/secret-values.ts";
import { insertLicense } from "./license-store.ts";

export type LicenseKey = Selectable<LicenseKeyTable>;

/**
 * The key, locked, so that concurrent registrations of one key run one after the other. @param written the typed text first,
 * then the other ways to write it.
 */
export async function lockLicenseKey(tx: Tx, written: readonly string[]): Promise<LicenseKey | null> {
  const rows = await tx.selectFrom("license_keys").selectAll().where("key", "in", written).forUpdate().execute();
  return written.map((key) => rows.find((row) => row.key === key)).find((row) => row !== undefined) ?? null;
}

export async function findLicenseKey(db: Db, key: string): Promise<LicenseKey | null> {
  return (await db.selectFrom("license_keys").selectAll().where("key", "=", key).executeTakeFirst()) ?? null;
}

/** Creates the license of a locked legacy key. @param owners none for a key that opens a license before anybody registers it. @returns its id. */
export async function insertLicenseOfKey(
  tx: Tx,
  key: LicenseKey,
  owners: readonly string[],
  now: Date,
): Promise<string> {
  const id = newId("lic");
  const made = {
    id,
    product_id: key.product_id,
    description: key.description,
    products: [key.description],
    purchase_type: purchaseType(key.product_id),
    total_seats: key.seats,
    registered_at: now,
    upgrades_remaining: key.upgrades_remaining,
    key: key.key,
    key_owner: key.owner,
  };
  await insertLicense(tx, made, owners);
  await tx.updateTable("license_keys").set({ license_id: id }).where("key", "=", key.key).execute();
  return id;
}

export async function insertLicenseKey(tx: Tx, key: Insertable<LicenseKeyTable>): Promise<void> {
  await tx.insertInto("license_keys").values(key).execute();
}

/** Makes the key unavailable for further registration. */
export async function setIneligible(tx: Tx, key: string): Promise<void> {
  await tx.updateTable("license_keys").set({ eligible: false }).where("key", "=", key).execute();
}

/** The keys registered as licenses that the account owns, in the order of those licenses. */
export async function keysOfLicensesOwnedBy(
  db: Db,
  accountId: string,
): Promise<Pick<LicenseKey, "key" | "owner" | "license_id">[]> {
  return db
    .selectFrom("license_keys")
    .innerJoin("license_owners", "license_owners.license_id", "license_keys.license_id")
    .select(["license_keys.key", "license_keys.owner", "license_keys.license_id"])
    .where("license_owners.account_id", "=", accountId)
    .orderBy("license_keys.key")
    .execute();
}
