import type { Insertable } from "kysely";
import type { Tx } from "../db/schema.ts";
import type { SoldLicenseTable } from "../db/trial-tables.ts";

/** Stores the payment of a license without a subscription. */
export async function insertSoldLicense(tx: Tx, sold: Insertable<SoldLicenseTable>): Promise<void> {
  await tx.insertInto("sold_licenses").values(sold).execute();
}
