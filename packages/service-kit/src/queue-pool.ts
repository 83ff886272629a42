import type pg from "pg";
import { isOutage } from "./outage.ts";

/**
 * The pool as the library of jobs is given it. The library neither waits for its record of a job that ended nor tries again where the
 * connection was lost: the rejection would go unhandled, and the job stay locked for hours.
 */
export interface QueuePool {
  readonly pool: pg.Pool;
  /** From now on nobody waits for a database that is away: the process ends, and another one takes up what is not recorded. */
  stop(): void;
}

const AGAIN_MS = 500;
/** The library's names for its statements: `complete_job/accounts_jobs`, `fail_job/…`. */
const RECORDS = /^(complete|fail)_jobs?(_q)?\//;

interface NamedQuery {
  readonly name?: string;
  readonly values?: readonly unknown[];
}

/** The jobs whose end such a statement records, by the library's own arguments. */
function jobsOf({ name = "", values = [] }: NamedQuery): string[] {
  if (name.startsWith("complete")) return values.slice(0, 1).flat().map(String);
  const specs = JSON.parse(String(values[1])) as readonly { readonly jobId: unknown }[];
  return specs.map(({ jobId }) => String(jobId));
}

const isRecord = (query: unknown): query is NamedQuery =>
  typeof query === "object" && query !== null && "name" in query && RECORDS.test(String(query.name));

const NOTHING = { rows: [], rowCount: 0 };

/** A connection of the library; `record` runs what records the end of a job, again and again if need be. */
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
        return isRecord(query) ? record(query, ask) : ask();
      };
    },
  });
}

/** A connection that reaches nobody, for a library that is told to end while the database is away. */
function deadClient(reason: unknown): pg.PoolClient {
  const query = async (asked: unknown): Promise<unknown> => {
    if (isRecord(asked)) return NOTHING;
    throw reason;
  };
  return { query, release: () => undefined } as unknown as pg.PoolClient;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AGAIN_MS));

/** What of `real` asks for `key`, bound to it, for a stand-in that changes one of its methods. */
function own(real: pg.Pool, key: string | symbol): unknown {
  const value: unknown = Reflect.get(real, key, real);
  return typeof value === "function" ? (value.bind(real) as unknown) : value;
}

/** @param recorded is told of each job when the database has the record of its end. */
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
  const connect = (callback?: (...given: never[]) => void): unknown =>
    // Its listener for news takes a connection of its own, and tries again by itself.
    callback ? real.connect(callback as never) : connected().then((client) => recording(client, record));
  return {
    pool: new Proxy(real, { get: (_, key) => (key === "connect" ? connect : own(real, key)) }),
    stop: () => {
      isStopped = true;
    },
  };
}
