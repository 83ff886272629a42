import fs from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openPool } from "@foyer/service-kit/db";
import { everyService } from "@foyer/service-kit/roles";
import type pg from "pg";
import { migrationsRun, ourTables, type Table } from "./tables.ts";

/**
 * The first line of a backup. Then each table follows: a line with its name and a line for each row. The last
 * line has the counts.
 */
export interface BackupHead {
  readonly foyer_backup: 1;
  readonly made_at: string;
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  /** Ids of the keys that encrypt its secrets. The keys themselves are never part of a backup. */
  readonly secrets_keys?: readonly string[];
}

const ROWS_AT_ONCE = 1_000;

async function* rowsOf(client: pg.PoolClient, { name, columns }: Table): AsyncGenerator<string> {
  await client.query(
    `declare rows no scroll cursor for select row_to_json(t)::text as row from (select ${columns.join(", ")} from ${name}) t`,
  );
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from rows`);
    if (rows.length === 0) break;
    for (const { row } of rows) yield `${row}\n`;
  }
  await client.query("close rows");
}

async function keysInUse(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select distinct split_part(secret, ':', 2) as id from accounts.second_factors where secret like 'v1:%' order by id",
  );
  return rows.map(({ id }) => id);
}

async function* linesOf(client: pg.PoolClient, count: () => void): AsyncGenerator<string> {
  const { rows } = await client.query<{ now: Date }>("select now() as now");
  const head: BackupHead = {
    foyer_backup: 1,
    made_at: rows[0]?.now.toISOString() ?? "",
    migrations: await migrationsRun(client),
    secrets_keys: await keysInUse(client),
  };
  yield `${JSON.stringify(head)}\n`;
  let total = 0;
  for (const table of await ourTables(client)) {
    yield `${JSON.stringify({ table: table.name })}\n`;
    for await (const row of rowsOf(client, table)) {
      total++;
      count();
      yield row;
    }
  }
  yield `${JSON.stringify({ end: true, rows: total })}\n`;
}

/**
 * Writes a consistent snapshot of the whole database, also while the system runs.
 *
 * The file appears complete or not at all. Only its owner may read it, because it contains hashes and customer data.
 *
 * @returns the number of rows.
 */
export async function writeBackup(databaseUrl: string, file: string): Promise<number> {
  const pool = openPool({ url: databaseUrl, role: everyService, schema: "foyer", max: 1, patient: true });
  const client = await pool.connect();
  const part = `${file}.part`;
  let rows = 0;
  try {
    await client.query("begin isolation level repeatable read read only");
    const lines = Readable.from(linesOf(client, () => rows++));
    // In a folder that users share, a file of that name could be another user's, who could then read what is written.
    await rm(part, { force: true });
    const output = fs.createWriteStream(part, { flags: "wx", mode: 0o600 });
    await (file.endsWith(".gz") ? pipeline(lines, createGzip(), output) : pipeline(lines, output));
    await client.query("commit");
    await rename(part, file);
    return rows;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    client.release(true);
    await pool.end();
  }
}
