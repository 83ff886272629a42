import type { Insertable, Selectable } from "kysely";
import type { Db, LicenseKeyTable, Tx } from "../db/schema.ts";

export type LicenseKey = Selectable<LicenseKeyTable>;

/**
 * The key, locked, so that concurrent registrations of one key run one after the other. @param written the typed text first,
 * then the other ways to write it.
 */
export async function lockLicenseKey(tx: Tx, written: readonly string[]): Promise<LicenseKey | null> {
  const rows = await tx.selectFrom("license_keys").selectAll().where("key", "in", written).forUpdate().execute();
  return written.map((key) => rows.find((row) => row.key === key)).find((row) => row !== undefined) ?? null;
}

export async function setRegisteredLicense(tx: Tx, key: string, licenseId: string): Promise<void> {
  await tx.updateTable("license_keys").set({ license_id: licenseId }).where("key", "=", key).execute();
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
