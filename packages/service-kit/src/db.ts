import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { isStalePlan, preparing } from "./prepared.ts";

/** A service's own view of the database: its role, its schema, its pool. */
export interface Database<Schema> {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly schema: string;
  close(): Promise<void>;
}

export type Queryable<Schema> = Kysely<Schema> | Transaction<Schema>;

// Accepts any tables: for code that runs plain SQL on its own tables only.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyDatabase = Database<any>;
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyQueryable = Queryable<any>;

export interface DatabaseOptions {
  /** `postgres://…`; `?host=` may name a socket folder. */
  readonly url: string;
  /** Role to act as; null acts as the owner who connects. */
  readonly role: string | null;
  readonly schema: string;
  /** Maximum number of connections. */
  readonly max?: number;
  /** True removes the time limits, for work without a waiting caller such as an import. The owner has none by default. */
  readonly patient?: boolean;
}

const INT8 = 20;
/** Longer than a wait for a lock, and short enough to answer "unavailable" within five seconds. */
const QUERY_TIMEOUT_MS = 4_500;

/** Reads int8 as a number: money and counts are far below 2^53, and a larger value is a bug, so it throws. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a safe integer`);
  return value;
}

/**
 * A pool that acts as `role` with `schema` as its search path.
 *
 * Limits: 10 s for a statement at the server, 4 s for a lock, 10 s for an idle transaction, 2 s for a connection, 4.5 s for an
 * answer. So a caller learns of an outage within five seconds.
 */
export function openPool({ url, role, schema, max = 10, patient = role === null }: DatabaseOptions): pg.Pool {
  const settings = [
    ...(role ? [`-c role=${role}`] : []),
    `-c search_path=${schema},public`,
    "-c timezone=UTC",
    ...(patient
      ? []
      : ["-c statement_timeout=10000", "-c lock_timeout=4000", "-c idle_in_transaction_session_timeout=10000"]),
    // The queries read few rows by index, so a parallel plan costs more than it saves.
    "-c max_parallel_workers_per_gather=0",
  ];
  const pool = new pg.Pool({
    connectionString: url,
    options: settings.join(" "),
    max,
    connectionTimeoutMillis: 2_000,
    // A stopped server enforces no limits, so the client stops waiting and drops the connection.
    ...(patient ? {} : { query_timeout: QUERY_TIMEOUT_MS }),
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? parseInt8 : pg.types.getTypeParser(oid, format)) as never,
    },
  });
  // Without a listener, an idle connection that the server closes would crash the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const pool = openPool(options);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const close = async (): Promise<void> => {
    await kysely.destroy();
    // Kysely ends only a pool that it has used itself; an open pool would keep the process running for 30 s.
    if (!pool.ended && !pool.ending) await pool.end();
  };
  return { kysely, pool, schema: options.schema, close };
}

const IO_ERROR = "58030";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** The SQLSTATE of a database error, or null. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

/** True when the database is away or overloaded: nothing was done, and a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqlState(error) ?? "";
  if (/^(08|57P0|53)/.test(code) || ["55P03", "57014", IO_ERROR].includes(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)) return true;
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/.test(
    error.message,
  );
}

/** Runs `work` in one transaction. Retries it up to three times when the database asks for that (40001, 40P01). */
export async function inTransaction<Schema, T>(
  db: Kysely<Schema>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const state = sqlState(error);
      const isWorthIt = state === SERIALIZATION_FAILURE || state === DEADLOCK || isStalePlan(error);
      if (attempt >= 3 || !isWorthIt) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));
    }
  }
}
