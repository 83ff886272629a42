import type { Insertable } from "kysely";
import type { AppPortalLinkTable } from "../db/app-tables.ts";
import type { Db } from "../db/schema.ts";

export async function insertPortalLink(db: Db, row: Insertable<AppPortalLinkTable>): Promise<void> {
  await db.insertInto("app_portal_links").values(row).execute();
}

/** Marks a link as used and returns it, or null if it was used before or has expired. */
export async function takePortalLink(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ readonly grant_id: string; readonly path: string } | null> {
  const row = await db
    .updateTable("app_portal_links")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["grant_id", "path"])
    .executeTakeFirst();
  return row ?? null;
}
