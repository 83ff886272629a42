import { type Selectable, sql } from "kysely";
import type { Db, FileImportTable, Tx } from "../db/schema.ts";
import type { WrittenFile } from "./file-importer.ts";

/** An import at its start. */
export type BegunImport = Pick<Selectable<FileImportTable>, "id" | "staff" | "file" | "started_at" | "passwords">;

export async function insertImport(tx: Tx, begun: BegunImport): Promise<void> {
  await tx
    .insertInto("file_imports")
    .values({ ...begun, state: "running" })
    .execute();
}

/** Records that the importing process is alive, and how many passwords it has hashed. */
export async function noteBeat(db: Db, id: string, hashed: number): Promise<void> {
  await db
    .updateTable("file_imports")
    .set({ hashed, seen_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("state", "=", "running")
    .execute();
}

export async function markDone(tx: Tx, id: string, { imported, skipped }: WrittenFile): Promise<void> {
  const counts = { imported: JSON.stringify(imported), skipped: JSON.stringify(skipped) };
  await tx
    .updateTable("file_imports")
    .set({ state: "done", ...counts, hashed: sql<number>`passwords` })
    .where("id", "=", id)
    .execute();
}

export async function markFailed(db: Db, id: string, error: string): Promise<void> {
  await db.updateTable("file_imports").set({ state: "failed", error }).where("id", "=", id).execute();
}

/** Numbers of rows in the tables that an import fills. */
export async function countAll(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int4 from accounts) as accounts, (select count(*)::int4 from licenses) as licenses,
    (select count(*)::int4 from seats) as seats, (select count(*)::int4 from license_keys) as license_keys,
    (select count(*)::int4 from upgrades) as upgrades, (select count(*)::int4 from subscriptions) as subscriptions`.execute(
    tx,
  );
  return rows[0] ?? {};
}

export type ImportRow = Omit<Selectable<FileImportTable>, "seen_at"> & {
  /** True when the importing process has not reported for that many seconds. */
  readonly is_silent: boolean;
};

/** The newest imports, newest first. */
export async function newestImports(db: Db, silentSeconds: number, limit: number): Promise<ImportRow[]> {
  return db
    .selectFrom("file_imports")
    .select(["id", "staff", "file", "started_at", "state", "passwords", "hashed", "imported", "skipped", "error"])
    .select(sql<boolean>`seen_at < clock_timestamp() - make_interval(secs => ${silentSeconds})`.as("is_silent"))
    .orderBy("started_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
}
