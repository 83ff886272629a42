import { Kysely, PostgresDialect } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import type pg from "pg";
import { openPool, sqlState } from "./db.ts";

/**
 * A change of a table waits for everybody who reads it, and whoever comes later waits behind: no longer than that at a time. Less than
 * a request waits for a connection (2 s) and for a lock (4 s), so that none of them fails.
 */
const LOCK_MS = 1_500;
/** Between two tries those who waited have their turn. */
const AGAIN_MS = 1_000;
/** Some ten minutes: somebody's report may hold the table. */
const TRIES = 240;

const LOCK_NOT_AVAILABLE = "55P03";

/** Does `step` until nobody is in its way, for ten minutes at the most. */
export async function untilLocked<T>(step: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      const state = sqlState(error instanceof Error && error.cause ? error.cause : error);
      if (state !== LOCK_NOT_AVAILABLE || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS * (1 + Math.random())));
    }
  }
}

/** The owner's pool for changing tables that others use meanwhile. */
export const openCareful = (url: string, schema: string, max: number): pg.Pool =>
  openPool({ url, role: null, schema, max, lockTimeoutMs: LOCK_MS });

export interface Steps {
  readonly schema: string;
  readonly provider: MigrationProvider;
  /** Names of those that build indexes beside the work of others, which PostgreSQL does outside of transactions only. */
  readonly concurrent: ReadonlySet<string>;
}

const failed = (schema: string, name: string | undefined, error: unknown): Error =>
  new Error(`Migration ${schema}/${name ?? "?"} failed`, { cause: error });

/** An index whose building was cut off stays as an empty shell, which `if not exists` would take for done. */
async function dropUnfinished(pool: pg.Pool, schema: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_index
     join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace
     where not indisvalid and nspname = $1`,
    [schema],
  );
  for (const { name } of rows) await pool.query(`drop index concurrently ${name}`);
}

async function runConcurrently(url: string, { schema, provider }: Steps): Promise<void> {
  // It locks nobody out, and waits for all who are at work: without an end.
  const pool = openPool({ url, role: null, schema, max: 2 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await dropUnfinished(pool, schema);
    const { error, results } = await new Migrator({
      db,
      provider,
      migrationTableSchema: schema,
      allowUnorderedMigrations: true,
    }).migrateUp({ disableTransactions: true });
    if (error) throw failed(schema, results?.at(-1)?.migrationName, error);
  } finally {
    await db.destroy();
  }
}

/**
 * Runs what has not run: the first ones of a schema in one transaction, later ones each in its own, so that none holds a table while
 * it waits for another.
 */
export async function stepMigrations(url: string, pool: pg.Pool, steps: Steps): Promise<void> {
  const { schema, provider, concurrent } = steps;
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    provider,
    migrationTableSchema: schema,
    // The kit's come first by name, also one that is newer than the service's own that have run.
    allowUnorderedMigrations: true,
  });
  const all = await migrator.getMigrations();
  const isNew = all.every(({ executedAt }) => executedAt === undefined) && concurrent.size === 0;
  const waiting = all.filter(({ executedAt }) => executedAt === undefined);
  for (const { name } of isNew ? waiting.slice(0, 1) : waiting) {
    if (concurrent.has(name)) {
      await runConcurrently(url, steps);
      continue;
    }
    await untilLocked(async () => {
      const { error, results } = await (isNew ? migrator.migrateToLatest() : migrator.migrateUp());
      if (!error) return;
      throw failed(schema, results?.find(({ status }) => status === "Error")?.migrationName, error);
    });
  }
}
