import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isOutage } from "./outage.ts";
import { keepAsking, type Lent } from "./writable-pool.ts";

/**
 * The pool that the job library gets. When a job ends, the library does not wait for its record, and does not retry after a lost
 * connection: the rejection would be unhandled, and the job would stay locked for hours.
 */
export interface QueuePool {
  readonly pool: pg.Pool;
  /** Stops waiting for an unavailable database. The process ends, and another one runs the jobs without a record again. */
  stop(): void;
}

const AGAIN_MS = 500;
/** The library's names for its statements: `complete_job/accounts_jobs`, `fail_job/…`. */
const RECORDS = /^(complete|fail)_jobs?(_q)?\//;
const NO_ROWS = { rows: [], rowCount: 0 };

interface Statement {
  readonly name: string;
  readonly values: readonly unknown[];
}

const isRecord = (asked: unknown): asked is Statement =>
  typeof asked === "object" && asked !== null && "name" in asked && RECORDS.test(String(asked.name));

/** Ids of the jobs that such a statement records as ended, from the library's arguments. */
function jobsOf({ name, values }: Statement): string[] {
  if (name.startsWith("complete")) return values.slice(0, 1).flat().map(String);
  const specs = JSON.parse(String(values[1])) as readonly { readonly jobId: unknown }[];
  return specs.map(({ jobId }) => String(jobId));
}

/**
 * Throws an outage with the SQLSTATE of a failed connection. At the codes of some outages the library sleeps for minutes before it
 * asks again, also while it stops; after any other failure it asks within seconds.
 */
function failLibrary(error: unknown): never {
  if (!(error instanceof Error) || !isOutage(error)) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: "08006" });
}

/** `target` with another method in the place of its own. */
const replacing = <T extends object>(target: T, name: keyof T, method: unknown): T =>
  new Proxy(target, {
    get: (_, key) => {
      const value: unknown = key === name ? method : Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });

type Query = (...asked: readonly unknown[]) => Promise<unknown>;

/** Gives the library's listener a connection that is closed when its server falls silent. */
const listening =
  (give: Lent): Lent =>
  (error, client, release) => {
    const stopAsking = client ? keepAsking(client) : () => undefined;
    give(error, client, (reason) => {
      stopAsking();
      release(reason);
    });
  };

/** @param recorded called with each job's id after the database has recorded its end. */
export function queuePool(real: pg.Pool, recorded: (jobId: string) => void): QueuePool {
  let isStopped = false;
  /** Repeats the work until the database is available. Returns the fallback if the library stops before that. */
  const patiently = async <T>(work: (isFirst: boolean) => Promise<T>, fallback: (error: unknown) => T): Promise<T> => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await work(isFirst);
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (isStopped) return fallback(error);
        await delay(AGAIN_MS);
      }
    }
  };
  const again = real.query.bind(real) as unknown as Query;
  const record = async (asked: Statement, first: Query): Promise<unknown> => {
    const done = await patiently(
      (isFirst) => (isFirst ? first : again)(asked),
      () => null,
    );
    if (done === null) return NO_ROWS;
    for (const id of jobsOf(asked)) recorded(id);
    return done;
  };
  /** The library's connection, which repeats the statements that record the end of a job. */
  const recording = (client: pg.PoolClient): pg.PoolClient => {
    const query = client.query.bind(client) as unknown as Query;
    return replacing(client, "query", (...asked: readonly unknown[]) =>
      isRecord(asked[0]) ? record(asked[0], query) : query(...asked).catch(failLibrary),
    );
  };
  /** A connection to no server, for a library that stops during an outage. */
  const deadClient = (reason: unknown): pg.PoolClient => {
    const query = async (asked: unknown): Promise<unknown> => (isRecord(asked) ? NO_ROWS : failLibrary(reason));
    return { query, release: () => undefined } as unknown as pg.PoolClient;
  };
  const connect = (callback?: Lent): unknown =>
    // The library's listener takes a separate connection and retries by itself.
    callback ? real.connect(listening(callback)) : patiently(async () => recording(await real.connect()), deadClient);
  return {
    pool: replacing(real, "connect", connect),
    stop: () => {
      isStopped = true;
    },
  };
}
