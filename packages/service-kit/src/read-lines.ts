import type pg from "pg";
import { LeanRead, type NamedSelect } from "./lean-read.ts";
import { sqlState } from "./outage.ts";
import { abandon, isSpent } from "./writable-pool.ts";

const UNKNOWN_PLAN = "26000";
/** A connection without an answer for this long waits for a lock, or for a server that has come to a halt. */
const STUCK_MS = 400;
/** How long reads share no connection after that. */
const APART_MS = 5_000;

/** Runs the select on a connection, perhaps behind others that have no answer yet. */
async function readBehind(client: pg.PoolClient, select: NamedSelect): Promise<unknown[]> {
  const rows = await new Promise<string[]>((resolve, reject) => {
    const read = new LeanRead(select, (error, values = []) => (error ? reject(error) : resolve(values)));
    client.query(read as unknown as pg.Submittable);
  });
  return rows.map((json): unknown => JSON.parse(json));
}

/** Runs a select of one JSON column, and returns the value of each row. */
export type ReadRows = (select: NamedSelect) => Promise<unknown[]>;

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
  /** Drops the connection when no answer has come for a while. Null while nothing is open. */
  watch: NodeJS.Timeout | null;
  isStuck: boolean;
}

/** The connections that are open now. */
class Lines {
  readonly #pool: pg.Pool;
  readonly #lines: (Line | null)[];
  #apartUntil = 0;

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
    const line: Line = { opening: this.#pool.connect(), client: null, open: 0, watch: null, isStuck: false };
    this.#lines[at] = line;
    const drop = (): void => this.#drop(line);
    line.opening.then((client) => {
      line.client = client;
      client.once("error", drop);
      client.once("end", drop);
    }, drop);
    return line;
  }

  /** True while a connection was stuck a moment ago. */
  areApart(): boolean {
    return performance.now() < this.#apartUntil;
  }

  /** Notes a read that is sent on a connection. */
  sent(line: Line): void {
    line.open++;
    line.watch ??= setTimeout(() => {
      line.isStuck = true;
      this.#apartUntil = performance.now() + APART_MS;
      if (line.client) abandon(line.client);
      this.#drop(line);
    }, STUCK_MS);
  }

  /** Notes its answer, or its failure. */
  answered(line: Line): void {
    line.open--;
    if (line.open > 0) {
      line.watch?.refresh();
    } else if (line.watch) {
      clearTimeout(line.watch);
      line.watch = null;
    }
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
 * Each read is a transaction of its own, and an error affects only that read. When a connection is lost, all of its reads fail,
 * and the next read opens another connection. When a connection has no answer for 0.4 s, it is closed, its reads are sent again
 * over connections of their own, and for 5 s so is every other read: one that waits for a lock delays no other for longer.
 *
 * @param count number of connections of the pool; each is opened when it is first needed.
 * @param apart runs a read over a connection of its own.
 */
export function readLines(pool: pg.Pool, count: number, apart: ReadRows): ReadLines {
  const lines = new Lines(pool, count);
  const readOnce = async (select: NamedSelect): Promise<unknown[]> => {
    const line = lines.freest();
    const client = line.client ?? (await line.opening);
    lines.sent(line);
    try {
      return await readBehind(client, select);
    } catch (error) {
      if (line.isStuck) return await apart(select);
      throw error;
    } finally {
      lines.answered(line);
    }
  };
  return {
    read: (select) => {
      if (lines.areApart()) return apart(select);
      return readOnce(select).catch((error: unknown) => {
        // An earlier read of the same select on this connection could not be planned, so this one found no plan.
        if (sqlState(error) === UNKNOWN_PLAN) return readOnce(select);
        throw error;
      });
    },
    close: () => lines.close(),
  };
}

/** The same for a pool whose connections serve one caller at a time, such as those of a pooler. */
export const readInTurn =
  (pool: pg.Pool): ReadRows =>
  async ({ values, ...select }) => {
    const { rows } = await pool.query<unknown[]>({ ...select, values: [...values], rowMode: "array" });
    return rows.map(([value]) => value);
  };
