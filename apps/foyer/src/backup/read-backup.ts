import fs from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { openPool } from "@foyer/service-kit/db";
import type pg from "pg";
import { allSchemas } from "../db/migrations.ts";
import { migrationsRun, ourTables, type Table } from "./tables.ts";
import type { BackupHead } from "./write-backup.ts";

/** The backup or the database prevents the restore. The message is for the operator. */
export class CannotRestore extends Error {}

/** Checks key ids in the format of `Keyring`, and may throw. */
export type JudgeKeys = (needed: readonly string[]) => void;

const ROWS_AT_ONCE = 1_000;

function linesOf(file: string): AsyncIterable<string> {
  const bytes = fs.createReadStream(file);
  // Lines end with LF only, because texts may contain other Unicode line breaks.
  return createInterface({ input: file.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes, crlfDelay: 0 });
}

/** True for an error of reading a compressed file that is cut or damaged, or of a line that is. */
function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // The second is PostgreSQL's: a row that is no JSON.
  return code.startsWith("Z_") || code === "22P02";
}

function headOf(line: string): BackupHead {
  try {
    const head = JSON.parse(line) as Partial<BackupHead>;
    if (head.foyer_backup === 1 && head.migrations) return head as BackupHead;
  } catch {
    // Falls through to the error below.
  }
  throw new CannotRestore("this is no backup of Foyer");
}

/** Refuses to overwrite a database with customers. */
async function refuseUsed(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    "select exists (select from accounts.accounts) or exists (select from purchase.customers) as used",
  );
  if (rows[0]?.used)
    throw new CannotRestore("the database is not empty; restore into a new one (another DATA_DIR or DATABASE_URL)");
}

async function refuseOther(client: pg.PoolClient, head: BackupHead): Promise<void> {
  const here = await migrationsRun(client);
  for (const [schema, names] of Object.entries(here)) {
    const there = head.migrations[schema] ?? [];
    const apart = [...names.filter((name) => !there.includes(name)), ...there.filter((name) => !names.includes(name))];
    if (apart.length > 0)
      throw new CannotRestore(
        `the backup was made by another version (${schema}: ${apart.join(", ")}); restore it with that version, then upgrade`,
      );
  }
}

async function insert(client: pg.PoolClient, { name, columns }: Table, rows: string[]): Promise<void> {
  if (rows.length === 0) return;
  const list = columns.join(", ");
  await client.query(
    `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${rows.splice(0).join(",")}]`],
  );
}

/** Sets sequences to continue after the last loaded number. */
async function countOn(client: pg.PoolClient, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of tables) {
    for (const column of columns) {
      const { rows } = await client.query<{ sequence: string | null }>(
        "select pg_get_serial_sequence($1, $2) as sequence",
        [name, column.replaceAll('"', "")],
      );
      const sequence = rows[0]?.sequence;
      if (sequence)
        await client.query(`select setval($1, coalesce(max(${column}), 1), max(${column}) is not null) from ${name}`, [
          sequence,
        ]);
    }
  }
}

async function load(
  client: pg.PoolClient,
  file: string,
  tables: readonly Table[],
  judgeKeys: JudgeKeys,
): Promise<number> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let table: Table | null = null;
  let waiting: string[] = [];
  let head: BackupHead | null = null;
  let rows = 0;
  let counted: number | null = null;
  for await (const line of linesOf(file)) {
    if (!head) {
      head = headOf(line);
      await refuseOther(client, head);
      judgeKeys(head.secrets_keys ?? []);
    } else if (line.startsWith('{"table":')) {
      if (table) await insert(client, table, waiting);
      const { table: name } = JSON.parse(line) as { table: string };
      table = byName.get(name) ?? null;
      if (!table) throw new CannotRestore(`there is no table ${name} here`);
    } else if (line.startsWith('{"end":true,')) counted = (JSON.parse(line) as { rows: number }).rows;
    else if (table) {
      rows++;
      waiting.push(line);
      if (waiting.length === ROWS_AT_ONCE) await insert(client, table, waiting);
    }
  }
  if (table) await insert(client, table, waiting);
  if (counted !== rows) throw new CannotRestore("the backup is not whole: its end is missing");
  return rows;
}

/** Releases jobs that a worker had locked when the backup was made. */
async function freeJobs(client: pg.PoolClient): Promise<void> {
  for (const { schema, isService } of allSchemas) {
    if (!isService) continue;
    await client.query(
      `update ${schema}_jobs._private_jobs set locked_at = null, locked_by = null where locked_at is not null`,
    );
    await client.query(
      `update ${schema}_jobs._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`,
    );
  }
}

/**
 * Loads a backup into an empty, migrated database: all of it or nothing.
 *
 * @param judgeKeys receives the ids of the keys that encrypt secrets in the backup, before anything is loaded.
 * @returns the number of rows.
 * @throws CannotRestore with the reason.
 */
export async function readBackup(ownerUrl: string, file: string, judgeKeys: JudgeKeys): Promise<number> {
  const pool = openPool({ url: ownerUrl, role: null, schema: "foyer", max: 1 });
  const client = await pool.connect();
  try {
    await client.query("begin");
    await refuseUsed(client);
    const tables = await ourTables(client);
    const names = tables.map(({ name }) => name);
    await client.query(`truncate ${names.join(", ")}`);
    // Triggers stay off, because counters come from the backup unchanged.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    const rows = await load(client, file, tables, judgeKeys);
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await countOn(client, tables);
    await freeJobs(client);
    await client.query("commit");
    await client.query("analyze");
    return rows;
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new CannotRestore("the file is damaged or cut; use another copy of it", { cause: error });
  } finally {
    client.release(true);
    await pool.end();
  }
}
