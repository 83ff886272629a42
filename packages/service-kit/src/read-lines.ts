import type pg from "pg";
import { sqlState } from "./outage.ts";
import { isSpent } from "./writable-pool.ts";

/** A select with a name, under which each connection plans it once. */
interface NamedSelect {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

const UNKNOWN_PLAN = "26000";

/** Runs a select, and returns its rows. */
export type ReadRows = (select: NamedSelect) => Promise<pg.QueryResultRow[]>;

/** Connections for short reads, each used by several requests at the same time. */
export interface ReadLines {
  readonly read: ReadRows;
  /** Closes the connections, after open reads have their answers. */
  close(): Promise<void>;
}

interface Line {
  readonly opening: Promise<pg.PoolClient>;
  /** Null while it is being opened. */
  client: pg.PoolClient | null;
  /** Reads without an answer. */
  open: number;
}

/** The connections that are open now. */
class Lines {
  readonly #pool: pg.Pool;
  readonly #lines: (Line | null)[];

  constructor(pool: pg.Pool, count: number) {
    this.#pool = pool;
    this.#lines = Array.from({ length: count }, () => null);
  }

  #drop(line: Line): void {
    const at = this.#lines.indexOf(line);
    if (at === -1) return;
    this.#lines[at] = null;
    line.client?.release(true);
  }

  #open(at: number): Line {
    const line: Line = { opening: this.#pool.connect(), client: null, open: 0 };
    this.#lines[at] = line;
    const drop = (): void => this.#drop(line);
    line.opening.then((client) => {
      line.client = client;
      client.once("error", drop);
      client.once("end", drop);
    }, drop);
    return line;
  }

  /** The connection with the fewest open reads. Opens another one only while all others are busy. */
  freest(): Line {
    let best: Line | null = null;
    for (const line of this.#lines) {
      if (line?.client && isSpent(line.client)) this.#drop(line);
      else if (line && (best === null || line.open < best.open)) best = line;
    }
    if (best?.open === 0) return best;
    const unopened = this.#lines.indexOf(null);
    return best === null || unopened !== -1 ? this.#open(unopened) : best;
  }

  async close(): Promise<void> {
    for (const line of this.#lines.splice(0)) (await line?.opening.catch(() => null))?.release(true);
  }
}

/**
 * Reads over the connections of `pool`, which pipeline: a read is sent at once, also while earlier reads on its connection have no
 * answer. Concurrent requests then share the writes and answers of a socket, which are most of the cost of a short read.
 *
 * Each read is a transaction of its own, and an error affects only that read. When a connection is lost, or has no answer within
 * the pool's time limit, all of its reads fail, and the next read opens another connection.
 *
 * @param count number of connections of the pool; each is opened when it is first needed.
 */
export function readLines(pool: pg.Pool, count: number): ReadLines {
  const lines = new Lines(pool, count);
  const readOnce = async (select: NamedSelect): Promise<pg.QueryResultRow[]> => {
    const line = lines.freest();
    line.open++;
    try {
      return (await (line.client ?? (await line.opening)).query<pg.QueryResultRow>(select)).rows;
    } finally {
      line.open--;
    }
  };
  return {
    read: (select) =>
      readOnce(select).catch((error: unknown) => {
        // An earlier read of the same select on this connection could not be planned, so this one found no plan.
        if (sqlState(error) === UNKNOWN_PLAN) return readOnce(select);
        throw error;
      }),
    close: () => lines.close(),
  };
}

/** The same for a pool whose connections serve one caller at a time, such as those of a pooler. */
export const readInTurn =
  (pool: pg.Pool): ReadRows =>
  async (select) =>
    (await pool.query<pg.QueryResultRow>(select)).rows;
