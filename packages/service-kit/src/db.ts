import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { sqlState } from "./outage.ts";
import { isStalePlan, preparing } from "./prepared.ts";
import { WritablePool } from "./writable-pool.ts";

export { isOutage, READ_ONLY, sqlState } from "./outage.ts";

/** A service's own view of the database: its role, its schema, its pool. */
export interface Database<Schema> {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly schema: string;
  close(): Promise<void>;
}

export type Queryable<Schema> = Kysely<Schema> | Transaction<Schema>;

// Whatever its tables: for code that touches only tables of its own, in plain SQL.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyDatabase = Database<any>;
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyQueryable = Queryable<any>;

/** Of `DatabaseOptions`, what a connection is set to. */
type ActsAs = Pick<DatabaseOptions, "role" | "schema">;

export interface DatabaseOptions {
  /** `postgres://…`, of one server or of several with commas between; a socket folder may stand in `?host=`. */
  readonly url: string;
  /** The entry of a pooler that acts as the role and shares its connections between transactions; then `url` is not used. */
  readonly pooler?: string | null;
  /** Role to act as; null acts as the owner who connects. */
  readonly role: string | null;
  readonly schema: string;
  /** Connections at the most. */
  readonly max?: number;
  /** For work that nobody waits for, such as an import: no time limits. Whoever acts as the owner has none either. */
  readonly patient?: boolean;
  /** How long a statement waits for a lock; for who is patient, for ever unless told. */
  readonly lockTimeoutMs?: number;
}

const INT8 = 20;
/** Longer than any wait for a lock, and short enough to say "unavailable" within five seconds. */
const QUERY_TIMEOUT_MS = 4_500;

/** Money and counts are far below 2^53: int8 is a number here, and anything larger is a bug that must not pass silently. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a safe integer`);
  return value;
}

/** What each connection is set to, by its start options or, behind a pooler, by the pooler's `connect_query`. */
export function connectionSettings({
  role,
  schema,
  patient = role === null,
  lockTimeoutMs,
}: ActsAs & Pick<DatabaseOptions, "patient" | "lockTimeoutMs">): readonly (readonly [name: string, value: string])[] {
  return [
    ...(role ? [["role", role] as const] : []),
    ["search_path", `${schema},public`],
    ["timezone", "UTC"],
    ...(lockTimeoutMs === undefined ? [] : [["lock_timeout", String(lockTimeoutMs)] as const]),
    ...(patient
      ? []
      : ([
          ["statement_timeout", "10000"],
          ["lock_timeout", "4000"],
          ["idle_in_transaction_session_timeout", "10000"],
        ] as const)),
    // Its queries touch few rows by index; a parallel plan costs more than it gives.
    ["max_parallel_workers_per_gather", "0"],
  ];
}

/**
 * A pool that acts as `role` with `schema` as its search path, on whichever server of the address takes writes.
 *
 * A statement may run 10 s at the server, wait 4 s for a lock, and a forgotten transaction ends after 10 s; a connection is waited for 2 s, an answer
 * for 4.5 s: so whoever asks hears of an outage within five seconds.
 */
export function openPool(options: DatabaseOptions): pg.Pool {
  const { url, role, schema, max = 10, patient = role === null, pooler } = options;
  // Where the environment names the program, the driver tells it beside the options, and it proves nothing of them.
  const applicationName = process.env["PGAPPNAME"] ? null : (role ?? "foyer");
  const settings = [
    ...connectionSettings(options),
    ...(applicationName === null ? [] : [["application_name", applicationName] as const]),
  ];
  const pool = new WritablePool({
    ...(pooler
      ? { url: pooler, isDirect: false, onConnect: (client) => checkPooled(client, { role, schema }) }
      : { url, applicationName, options: settings.map(([name, value]) => `-c ${name}=${value}`).join(" ") }),
    max,
    connectionTimeoutMillis: 2_000,
    // A server whose machine is gone says nothing: then a connection that nobody asks, as that of the queue, would wait for ever.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // A server that has come to a halt enforces nothing: then we stop waiting, and give the connection up.
    ...(patient ? {} : { query_timeout: QUERY_TIMEOUT_MS }),
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? parseInt8 : pg.types.getTypeParser(oid, format)) as never,
    },
  });
  // Without a listener, a connection that the server closes while idle would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** A pooler that does not act as the role, or looks for tables elsewhere, is not used: what is made there would be lost. */
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

/** True when the server of the next connection accepts writes. Throws when none answers. */
export async function takesWrites(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  return rows[0]?.read_only === "off";
}

/** What the entry of a pooler asks each of its connections first, so that it acts as the role. */
export const connectQuery = (of: ActsAs): string =>
  connectionSettings(of)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join("; ");

export function openDatabase<Schema>(options: DatabaseOptions): Database<Schema> {
  const pool = openPool(options);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const close = async (): Promise<void> => {
    await kysely.destroy();
    // Kysely ends only a pool that it has asked something itself: the others would keep the process for 30 s.
    if (!pool.ended && !pool.ending) await pool.end();
  };
  return { kysely, pool, schema: options.schema, close };
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** Runs `work` in one transaction; where the database asks to try again (40001, 40P01), up to three times more. */
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
