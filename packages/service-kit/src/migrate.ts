import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runMigrations as migrateJobs } from "graphile-worker";
import { sql } from "kysely";
import type { Migration, MigrationProvider } from "kysely/migration";
import type pg from "pg";
import { sqlState } from "./db.ts";
import { ensureRole, everyService, grantRole } from "./roles.ts";
import { openCareful, stepMigrations, untilLocked } from "./step-migrations.ts";

/** A schema, the role that uses it, and its SQL migrations, which run in the order of their names. */
export interface SchemaMigrations {
  readonly schema: string;
  readonly role: string;
  /** Folder of `NNNN-what.sql` files. */
  readonly folder: URL;
  /** True adds `<schema>_jobs` and the kit's own tables, for a service with jobs and requests. */
  readonly isService: boolean;
}

interface OwnMigration extends Migration {
  readonly isConcurrent: boolean;
}

/** First line of a file that builds or drops indexes `concurrently`, `if not exists`; each statement runs by itself. */
const CONCURRENT = "-- concurrently\n";

const UNDEFINED_TABLE = "42P01";
const kitFolder = new URL("./migrations/", import.meta.url);

async function readFolder(folder: URL, prefix: string): Promise<[string, OwnMigration][]> {
  const files = (await fs.readdir(fileURLToPath(folder))).filter((file) => file.endsWith(".sql")).toSorted();
  return Promise.all(
    files.map(async (file): Promise<[string, OwnMigration]> => {
      const text = await fs.readFile(new URL(file, folder), "utf8");
      const isConcurrent = text.startsWith(CONCURRENT);
      // PostgreSQL runs several statements that are sent together in one transaction.
      const parts = isConcurrent ? text.split(/;\s*$/m).filter((part) => /^\s*[^-\s]/m.test(part)) : [text];
      return [
        prefix + path.basename(file, ".sql"),
        {
          isConcurrent,
          up: async (db) => {
            for (const part of parts) await sql.raw(part).execute(db);
          },
        },
      ];
    }),
  );
}

/** Names of this version's migrations that have not run, as `schema/name`; `db` acts as the owner or the role `everyService`. */
export async function pendingMigrations(db: pg.Pool, all: readonly SchemaMigrations[]): Promise<string[]> {
  const pending: string[] = [];
  for (const migrations of all) {
    const run = new Set((await alreadyRun(db, migrations.schema)).map(([name]) => name));
    for (const [name] of await ownMigrations(migrations))
      if (!run.has(name)) pending.push(`${migrations.schema}/${name}`);
  }
  return pending;
}

const done: Migration = { up: async () => undefined };

/**
 * Migrations in the database that this version does not know. A newer version has run them while instances of this one may still
 * restart.
 */
async function alreadyRun(owner: pg.Pool, schema: string): Promise<[string, Migration][]> {
  try {
    const { rows } = await owner.query<{ name: string }>(`select name from ${schema}.kysely_migration`);
    return rows.map(({ name }) => [name, done]);
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/** The kit's migrations come first by name ("0000-kit-…"), so that a service may depend on them. */
async function ownMigrations({ folder, isService }: SchemaMigrations): Promise<[string, OwnMigration][]> {
  return [...(isService ? await readFolder(kitFolder, "0000-kit-") : []), ...(await readFolder(folder, ""))];
}

function provider(owner: pg.Pool, migrations: SchemaMigrations): MigrationProvider {
  return {
    getMigrations: async () =>
      Object.fromEntries([...(await alreadyRun(owner, migrations.schema)), ...(await ownMigrations(migrations))]),
  };
}

async function grantSchema(owner: pg.Pool, schema: string, role: string): Promise<void> {
  await owner.query(`
    create schema if not exists ${schema};
    grant usage on schema ${schema} to ${role};
    alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema ${schema} grant usage, select on sequences to ${role};
    alter default privileges in schema ${schema} grant execute on functions to ${role};
  `);
}

/** The queue's library restricts its tables to their owner by row-level security; this lets the schema's role use them. */
async function grantJobs(owner: pg.Pool, schema: string, role: string): Promise<void> {
  await owner.query(`grant all on all tables in schema ${schema} to ${role}`);
  const { rows } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = $1 and rowsecurity",
    [schema],
  );
  for (const { name } of rows) await owner.query(`alter table ${schema}."${name}" disable row level security`);
}

async function migrateSchema(url: string, owner: pg.Pool, migrations: SchemaMigrations): Promise<void> {
  // Most starts find nothing to do; the library would look through the whole catalog for it, in a connection of its own.
  if ((await pendingMigrations(owner, [migrations])).length === 0) return;
  const pool = openCareful(url, migrations.schema, 2);
  try {
    const concurrent = new Set(
      (await ownMigrations(migrations)).flatMap(([name, one]) => (one.isConcurrent ? [name] : [])),
    );
    await stepMigrations(url, pool, { schema: migrations.schema, provider: provider(pool, migrations), concurrent });
  } finally {
    await pool.end();
  }
}

const MIGRATION_LOCK = 4_400_001;

/**
 * Migrates every schema, as the owner who connects by `url`. Concurrent callers wait for each other; the later ones find nothing
 * to do.
 */
export async function migrate(url: string, all: readonly SchemaMigrations[]): Promise<void> {
  const owner = openCareful(url, "public", 3);
  const lock = await owner.connect();
  try {
    await untilLocked(() => lock.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]));
    for (const migrations of all) {
      const { schema, role, isService } = migrations;
      await ensureRole(owner, role);
      await grantSchema(owner, schema, role);
      await migrateSchema(url, owner, migrations);
      if (!isService) continue;
      await grantSchema(owner, `${schema}_jobs`, role);
      await untilLocked(() => migrateJobs({ pgPool: owner, schema: `${schema}_jobs` }));
      await untilLocked(() => grantJobs(owner, `${schema}_jobs`, role));
    }
    await ensureRole(owner, everyService);
    for (const { role } of all) await grantRole(owner, role, everyService);
  } finally {
    await lock.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]).catch(() => undefined);
    lock.release();
    await owner.end();
  }
}
