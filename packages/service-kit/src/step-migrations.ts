import { Kysely, PostgresDialect } from "kysely";
import { type MigrationProvider, Migrator } from "kysely/migration";
import type pg from "pg";
import { openPool, sqlState } from "./db.ts";

/**
 * Maximum wait for a table's lock. A change of a table waits for its readers, and later requests wait behind the change. They wait 2 s
 * for a connection and 4 s for a lock, so none of them fails within this time.
 */
const LOCK_MS = 1_500;
/** Pause between two tries, in which the waiting requests run. */
const AGAIN_MS = 1_000;
/** About ten minutes, because a long report may hold the table. */
const TRIES = 240;

const LOCK_NOT_AVAILABLE = "55P03";

/** Runs `step`, and retries it for up to ten minutes while another transaction holds a lock that it needs. */
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

/** The owner's pool for changes of tables that are in use. */
export const openCareful = (url: string, schema: string, max: number): pg.Pool =>
  openPool({ url, role: null, schema, max, lockTimeoutMs: LOCK_MS });

export interface Steps {
  readonly schema: string;
  readonly provider: MigrationProvider;
  /** Names of the migrations that build indexes concurrently, which PostgreSQL does only outside a transaction. */
  readonly concurrent: ReadonlySet<string>;
}

const failed = (schema: string, name: string | undefined, error: unknown): Error =>
  new Error(`Migration ${schema}/${name ?? "?"} failed`, { cause: error });

/** Drops invalid indexes. An interrupted build leaves one, and `if not exists` would then skip it. */
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
  // A concurrent build blocks no one and waits for all open transactions, so it gets no time limit.
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
 * Runs the migrations that have not run. In a new schema, all run in one transaction. Later ones run in one each, so that none
 * holds a table while it waits for another.
 */
export async function stepMigrations(url: string, pool: pg.Pool, steps: Steps): Promise<void> {
  const { schema, provider, concurrent } = steps;
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    provider,
    migrationTableSchema: schema,
    // A newer migration of the kit has a name before the service's migrations that have already run.
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
