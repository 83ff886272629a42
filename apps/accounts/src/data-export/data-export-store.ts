import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sql, type Insertable, type Selectable } from "kysely";
import type { DataExportTable, Db, Tx } from "../db/schema.ts";

export type DataExportRow = Selectable<DataExportTable>;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Compresses a part for storage. */
export async function packed(part: unknown): Promise<Buffer> {
  return zip(Buffer.from(JSON.stringify(part)));
}

/** Decompresses a stored part; null when there is none. */
export async function unpacked(part: Buffer | null): Promise<unknown> {
  return part === null ? null : JSON.parse((await unzip(part)).toString());
}

export async function newestExport(db: Db, accountId: string): Promise<DataExportRow | null> {
  const row = await db
    .selectFrom("data_exports")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Adds an export and deletes the account's earlier ones. */
export async function replaceExport(tx: Tx, row: Insertable<DataExportTable>): Promise<DataExportRow> {
  await tx.deleteFrom("data_exports").where("account_id", "=", row.account_id).execute();
  return tx.insertInto("data_exports").values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findExport(db: Db, id: string): Promise<DataExportRow | null> {
  return (await db.selectFrom("data_exports").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function updateExport(db: Db, id: string, change: Partial<DataExportRow>): Promise<void> {
  await db.updateTable("data_exports").set(change).where("id", "=", id).execute();
}

/** Exports that only lack the purchase service's part, with the customers that it is about. */
export async function exportsAtProvider(db: Db): Promise<{ id: string; customer_ids: string[] }[]> {
  return db
    .selectFrom("data_exports")
    .innerJoin("accounts", "accounts.id", "data_exports.account_id")
    .select(["data_exports.id", "accounts.customer_ids"])
    .where("account_part", "is not", null)
    .where("payment_part", "is", null)
    .where("ready_at", "is", null)
    .orderBy("requested_at")
    .limit(100)
    .execute();
}

/** Deletes exports that expired or never became ready. */
export async function pruneExports(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "data_exports", sql`coalesce(ready_at, requested_at) <= ${before}`);
}
