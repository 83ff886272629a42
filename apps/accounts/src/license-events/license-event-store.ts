import type { Insertable, Selectable } from "kysely";
import type { Db, LicenseEventTable } from "../db/schema.ts";

export async function insertLicenseEvent(db: Db, row: Insertable<LicenseEventTable>): Promise<void> {
  await db.insertInto("license_events").values(row).execute();
}

/** The newest events of a license, at most `limit`. @param before an event id; returns only older events. */
export async function licenseEventsBefore(
  db: Db,
  licenseId: string,
  before: number,
  limit: number,
): Promise<Selectable<LicenseEventTable>[]> {
  return db
    .selectFrom("license_events")
    .selectAll()
    .where("license_id", "=", licenseId)
    .where("id", "<", before)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
