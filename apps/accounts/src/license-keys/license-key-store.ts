import type { Selectable, Transaction } from "kysely";
import type { AccountsTables, LicenseKeyTable } from "../db/schema.ts";

export type LicenseKey = Selectable<LicenseKeyTable>;

/** The key, locked: of two people who register it at once, one comes first. */
export async function lockLicenseKey(tx: Transaction<AccountsTables>, key: string): Promise<LicenseKey | null> {
  return (
    (await tx.selectFrom("license_keys").selectAll().where("key", "=", key).forUpdate().executeTakeFirst()) ?? null
  );
}

export async function setRegisteredLicense(
  tx: Transaction<AccountsTables>,
  key: string,
  licenseId: string,
): Promise<void> {
  await tx.updateTable("license_keys").set({ license_id: licenseId }).where("key", "=", key).execute();
}
