import { deleteInSteps } from "@foyer/service-kit/prune-store";
import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { ArchivesTable } from "../db/paper-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";

/** Days for which an archive can be downloaded. */
export const ARCHIVE_DAYS = 7;

type Db = Queryable<PurchaseTables>;
export type ArchiveRow = Selectable<ArchivesTable>;

/**
 * Begins the archive of a year, and drops an earlier one of it. Returns null while one is being made that was begun after
 * `stuckBefore`.
 */
export async function beginArchive(
  db: Db,
  of: { readonly customerId: string; readonly year: number },
  now: Date,
  stuckBefore: Date,
): Promise<ArchiveRow | null> {
  const fresh = { state: "building", build: null, papers: 0, missing: 0, bytes: 0, ready_at: null } as const;
  const row = await db
    .insertInto("archives")
    .values({ ...fresh, customer_id: of.customerId, year: of.year, requested_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["customer_id", "year"])
        .doUpdateSet({ ...fresh, requested_at: now })
        .where((eb) => eb.or([eb("archives.state", "<>", "building"), eb("archives.requested_at", "<", stuckBefore)])),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function archiveById(db: Db, id: string): Promise<ArchiveRow | null> {
  // The id comes from user input and may not be a UUID.
  const row = await db
    .selectFrom("archives")
    .selectAll()
    .where(sql<string>`id::text`, "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function archivesOfCustomer(db: Db, customerId: string): Promise<ArchiveRow[]> {
  return await db
    .selectFrom("archives")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("year", "desc")
    .execute();
}

/** Makes a run the one that builds the archive, and drops the pieces of others. */
export async function claimBuild(db: Db, id: string, build: string): Promise<boolean> {
  await db.deleteFrom("archive_pieces").where("archive_id", "=", id).where("build", "<>", build).execute();
  const row = await db
    .updateTable("archives")
    .set({ build })
    .where("id", "=", id)
    .where("state", "=", "building")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes the archive if this run still builds it. Returns false if another one does. */
export async function changeBuild(
  db: Db,
  { id, build }: { readonly id: string; readonly build: string },
  change: Partial<Pick<ArchiveRow, "state" | "papers" | "missing" | "bytes" | "ready_at">>,
): Promise<boolean> {
  const row = await db
    .updateTable("archives")
    .set(change)
    .where("id", "=", id)
    .where("build", "=", build)
    .where("state", "=", "building")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPiece(
  db: Db,
  { id, build }: { readonly id: string; readonly build: string },
  number: number,
  bytes: Buffer,
): Promise<void> {
  await db.insertInto("archive_pieces").values({ archive_id: id, build, number, bytes }).execute();
}

/** Returns a piece of the file, or null after the last one. */
export async function pieceOf(db: Db, id: string, build: string, number: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom("archive_pieces")
    .select("bytes")
    .where("archive_id", "=", id)
    .where("build", "=", build)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.bytes ?? null;
}

/** Deletes archives that were requested or became ready before. */
export async function pruneArchives(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "archives", sql`coalesce(ready_at, requested_at) <= ${before}`);
}

export async function forgetArchives(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom("archives").where("customer_id", "=", customerId).execute();
}
