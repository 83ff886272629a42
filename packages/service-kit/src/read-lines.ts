import type pg from "pg";
import { isSpent } from "./writable-pool.ts";

/** A select with a name, under which each connection plans it once. */
export interface NamedSelect {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

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
  const lines: (Line | null)[] = Array.from({ length: count }, () => null);

  function drop(line: Line): void {
    const at = lines.indexOf(line);
    if (at === -1) return;
    lines[at] = null;
    line.client?.release(true);
  }

  function opened(at: number): Line {
    const line: Line = { opening: pool.connect(), client: null, open: 0 };
    lines[at] = line;
    line.opening.then(
      (client) => {
        line.client = client;
        client.once("error", () => drop(line));
        client.once("end", () => drop(line));
      },
      () => drop(line),
    );
    return line;
  }

  /** The connection with the fewest open reads. Opens another one only while all others are busy. */
  function freest(): Line {
    let best: Line | null = null;
    for (const line of lines) {
      if (line?.client && isSpent(line.client)) drop(line);
      else if (line && (best === null || line.open < best.open)) best = line;
    }
    if (best?.open === 0) return best;
    const unopened = lines.indexOf(null);
    return best === null || unopened !== -1 ? opened(unopened) : best;
  }

  return {
    read: async (select) => {
      const line = freest();
      line.open++;
      try {
        const { rows } = await (line.client ?? (await line.opening)).query<pg.QueryResultRow>(select);
        return rows;
      } finally {
        line.open--;
      }
    },
    close: async () => {
      for (const line of lines.splice(0)) (await line?.opening.catch(() => null))?.release(true);
    },
  };
}

/** The same for a pool whose connections serve one caller at a time, such as those of a pooler. */
export const readInTurn =
  (pool: pg.Pool): ReadRows =>
  async (select) =>
    (await pool.query<pg.QueryResultRow>(select)).rows;
