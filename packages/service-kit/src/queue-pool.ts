import type pg from "pg";
import { keepAsking } from "./held-connection.ts";
import { isOutage } from "./outage.ts";

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

interface NamedQuery {
  readonly name?: string;
  readonly values?: readonly unknown[];
}

/** Ids of the jobs that such a statement records as ended, from the library's arguments. */
function jobsOf({ name = "", values = [] }: NamedQuery): string[] {
  if (name.startsWith("complete")) return values.slice(0, 1).flat().map(String);
  const specs = JSON.parse(String(values[1])) as readonly { readonly jobId: unknown }[];
  return specs.map(({ jobId }) => String(jobId));
}

const isRecord = (query: unknown): query is NamedQuery =>
  typeof query === "object" && query !== null && "name" in query && RECORDS.test(String(query.name));

const NOTHING = { rows: [], rowCount: 0 };

/**
 * Throws an outage with the SQLSTATE of a failed connection. At the codes of some outages the library sleeps for minutes before it
 * asks again, also while it stops; after any other failure it asks within seconds.
 */
function failLibrary(error: unknown): never {
  if (!(error instanceof Error) || !isOutage(error)) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: "08006" });
}

/** The library's connection, with `record` for statements that record the end of a job. */
function recording(
  client: pg.PoolClient,
  record: (query: NamedQuery, first: () => Promise<unknown>) => Promise<unknown>,
): pg.PoolClient {
  return new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      if (key !== "query") return value.bind(target) as unknown;
      return (...asked: never[]): unknown => {
        const [query] = asked;
        const ask = (): Promise<unknown> => (target.query as (...given: never[]) => Promise<unknown>)(...asked);
        return isRecord(query) ? record(query, ask) : ask().catch(failLibrary);
      };
    },
  });
}

/** A connection to nothing, for a library that stops during an outage. */
function deadClient(reason: unknown): pg.PoolClient {
  const query = async (asked: unknown): Promise<unknown> => {
    if (isRecord(asked)) return NOTHING;
    return failLibrary(reason);
  };
  return { query, release: () => undefined } as unknown as pg.PoolClient;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));

/** The property `key` of `real`, bound to it, for a proxy that replaces one method. */
function own(real: pg.Pool, key: string | symbol): unknown {
  const value: unknown = Reflect.get(real, key, real);
  return typeof value === "function" ? (value.bind(real) as unknown) : value;
}

type GivenListener = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Gives the library's listener a connection that does not stay silent unnoticed. */
const listening =
  (give: GivenListener): GivenListener =>
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
  const connected = async (): Promise<pg.PoolClient> => {
    for (;;) {
      try {
        return await real.connect();
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (isStopped) return deadClient(error);
        await pause();
      }
    }
  };
  const askAgain = async (query: NamedQuery): Promise<unknown> => {
    await pause();
    const client = await connected();
    try {
      return await client.query(query as pg.QueryConfig);
    } finally {
      client.release();
    }
  };
  const record = async (query: NamedQuery, first: () => Promise<unknown>): Promise<unknown> => {
    for (let ask = first; ; ask = () => askAgain(query)) {
      try {
        const done = await ask();
        for (const id of jobsOf(query)) recorded(id);
        return done;
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (isStopped) return NOTHING;
      }
    }
  };
  const connect = (callback?: GivenListener): unknown =>
    // The library's listener takes a separate connection and retries by itself.
    callback ? real.connect(listening(callback)) : connected().then((client) => recording(client, record));
  return {
    pool: new Proxy(real, { get: (_, key) => (key === "connect" ? connect : own(real, key)) }),
    stop: () => {
      isStopped = true;
    },
  };
}
