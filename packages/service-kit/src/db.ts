import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { sqlState } from "./outage.ts";
import { isStalePlan, preparing } from "./prepared.ts";
import { ReadLines, readOn, type ReadRows } from "./read-lines.ts";
import { within } from "./within.ts";
import { WritablePool } from "./writable-pool.ts";

export { findsDiskFull, isOutage, READ_ONLY, sqlState } from "./outage.ts";

/** A service's own view of the database: its role, its schema, its pool. */
export interface Database<Schema> {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly schema: string;
  /** Runs a select of a few rows together with those of other requests: see `pointRead`. */
  readonly read: ReadRows;
  close(): Promise<void>;
}

export type Queryable<Schema> = Kysely<Schema> | Transaction<Schema>;

// Accepts any tables: for code that runs plain SQL on its own tables only.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyDatabase = Database<any>;
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyQueryable = Queryable<any>;

/** How each connection is set up. */
type ActsAs = Pick<DatabaseOptions, "role" | "schema">;

export interface DatabaseOptions {
  /** `postgres://…` with one server or several separated by commas; `?host=` may name a socket folder. */
  readonly url: string;
  /** Address of a pooler's entry for the role, which shares connections between transactions. If set, `url` is not used. */
  readonly pooler?: string | null;
  /** Role to act as; null acts as the owner who connects. */
  readonly role: string | null;
  readonly schema: string;
  /** Maximum number of connections. */
  readonly max?: number;
  /** True removes the time limits, for work without a waiting caller such as an import. The default for the owner. */
  readonly patient?: boolean;
  /** How long a statement waits for a lock. Without it, a patient pool waits without a limit. */
  readonly lockTimeoutMs?: number;
  /** True lets a connection send a statement before the earlier ones have answers. For `ReadLines` only. */
  readonly pipeline?: boolean;
}

const INT8 = 20;
const MAX_CONNECTIONS = 10;
/** Longer than a wait for a lock, and short enough to answer "unavailable" within five seconds. */
const ANSWER_MS = 4_500;

/** Reads int8 as a number: money and counts are far below 2^53, and a larger value is a bug, so it throws. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a safe integer`);
  return value;
}

type Settings = Readonly<Record<string, string>>;

/** Settings of each connection. Its start options set them, or behind a pooler the pooler's `connect_query`. */
function connectionSettings({
  role,
  schema,
  patient = role === null,
  lockTimeoutMs,
}: ActsAs & Pick<DatabaseOptions, "patient" | "lockTimeoutMs">): Settings {
  return {
    ...(role && { role }),
    search_path: `${schema},public`,
    timezone: "UTC",
    ...(lockTimeoutMs !== undefined && { lock_timeout: String(lockTimeoutMs) }),
    ...(!patient && {
      statement_timeout: "10000",
      lock_timeout: "4000",
      idle_in_transaction_session_timeout: "10000",
    }),
    // The queries read few rows by index, so a parallel plan costs more than it saves.
    max_parallel_workers_per_gather: "0",
  };
}

/** The server ends a session, and its locks, within some 20 s after its client's host died. By default, that takes two hours. */
const ENDS_WITH_CALLER: Settings = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "3",
  tcp_keepalives_count: "3",
  tcp_user_timeout: "20000",
};

/**
 * A pool that acts as `role` with `schema` as its search path, on the server of the address that takes writes.
 *
 * Limits: 10 s for a statement at the server, 4 s for a lock, 10 s for an idle transaction, 2 s for a connection, 4.5 s for an
 * answer. So a caller learns of an outage within five seconds.
 */
export function openPool(options: DatabaseOptions): pg.Pool {
  const { url, role, schema, max = MAX_CONNECTIONS, patient = role === null, pooler, pipeline = false } = options;
  // If the environment names the program, the driver sends the name outside the options, so it cannot prove that they arrived.
  const applicationName = process.env["PGAPPNAME"] ? null : (role ?? "foyer");
  const settings: Settings = {
    ...connectionSettings(options),
    ...ENDS_WITH_CALLER,
    ...(applicationName !== null && { application_name: applicationName }),
  };
  const startOptions = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return new WritablePool({
    ...(pooler
      ? { url: pooler, isDirect: false, onConnect: (client) => checkPooled(client, { role, schema }) }
      : { url, applicationName, options: startOptions.join(" ") }),
    max,
    pipeline,
    connectionTimeoutMillis: 2_000,
    // A stopped server enforces no limits, so the client stops waiting and drops the connection.
    ...(patient ? {} : { answerMs: ANSWER_MS }),
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? parseInt8 : pg.types.getTypeParser(oid, format)) as never,
    },
  });
}

/** Refuses a pooler that acts as another role or uses another schema: rows written there would be lost. */
async function checkPooled(client: Pick<pg.ClientBase, "query">, { role, schema }: ActsAs): Promise<void> {
  const { rows } = await client.query<{ role: string; place: string }>(
    "select current_user as role, current_schema() as place",
  );
  const [found] = rows;
  if (found?.role === role && found?.place === schema) return;
  throw new Error(
    `DATABASE_POOL_URL: the pooler's entry acts as ${found?.role} in ${found?.place} instead of ${role} in ${schema}; its connect_query must be: ${connectQuery({ role, schema })}`,
  );
}

/** A load balancer waits for this long for the answer about readiness. */
const READY_MS = 2_000;

/** True when the server of the next connection accepts writes. Throws when none answers within two seconds. */
export async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const asked = pool.query<{ read_only: string }>("select current_setting('transaction_read_only') as read_only");
  const { rows } = await within(READY_MS, asked, "the database");
  return rows[0]?.read_only === "off";
}

/** The statements that a pooler's entry must run first on each connection, so that it acts as the role. */
export const connectQuery = (of: ActsAs): string =>
  Object.entries(connectionSettings(of))
    .map(([name, value]) => `set ${name} = ${value}`)
    .join("; ");

/** Number of connections that short reads share. A small pool has none to spare, and a pooler lends each for one statement. */
const sharedOf = (max: number, { pooler }: DatabaseOptions): number => (pooler ? 0 : Math.min(2, Math.floor(max / 4)));

export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const { max = MAX_CONNECTIONS, schema } = options;
  const count = sharedOf(max, options);
  const pool = openPool({ ...options, max: max - count });
  const shared = count > 0 ? openPool({ ...options, max: count, pipeline: true }) : null;
  const lines = shared && new ReadLines(shared, count, readOn(pool));
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const close = async (): Promise<void> => {
    lines?.close();
    await kysely.destroy();
    // Kysely ends only a pool that it has used; an open pool would keep the process running for 30 s.
    for (const one of [shared, pool]) if (one && !one.ending) await one.end();
  };
  return { kysely, pool, schema, read: lines?.read ?? readOn(pool), close };
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

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
