import pg from "pg";
import { sqlState } from "./outage.ts";
import { abandon, isSpent } from "./writable-pool.ts";

/** A select of one JSON column, with a name under which each connection plans it once. */
export interface NamedSelect {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs a select of one column, and returns the value of each row. */
export type ReadRows = (select: NamedSelect) => Promise<unknown[]>;

const UNKNOWN_PLAN = "26000";
/** A connection without an answer for this long waits for a lock, or for a stopped server. */
const STUCK_MS = 400;
/** After that, reads share no connection for this long. */
const APART_MS = 5_000;

/** Runs reads on a connection, or each read on a connection that the pool lends to it alone. */
export const readOn =
  (source: Pick<pg.Pool, "query">): ReadRows =>
  async ({ values, ...select }) => {
    const { rows } = await source.query<unknown[]>({ ...select, values: [...values], rowMode: "array" });
    return rows.map(([value]) => value);
  };

/** The part of the driver's query that its types leave out. */
interface DriverQuery {
  callback: (error: Error | null, texts?: readonly string[]) => void;
}
const DriverQuery = pg.Query as unknown as new (select: NamedSelect) => DriverQuery;

/** A read of one JSON column on a connection of `forReads`. It keeps the texts, so it needs no description of the column. */
class JsonRead extends DriverQuery {
  readonly #texts: string[] = [];

  handleDataRow({ fields: [text] }: { readonly fields: readonly string[] }): void {
    if (text !== undefined) this.#texts.push(text);
  }

  handleReadyForQuery(): void {
    this.callback(null, this.#texts);
  }
}

async function readJson(client: pg.PoolClient, select: NamedSelect): Promise<unknown[]> {
  const texts = await new Promise<readonly string[]>((resolve, reject) => {
    const read = new JsonRead(select);
    read.callback = (error, found = []) => (error ? reject(error) : resolve(found));
    client.query(read as unknown as pg.Submittable);
  });
  return texts.map((text): unknown => JSON.parse(text));
}

/** Makes a connection ask for no descriptions, and keep the plan of a read whose values could not be sent. */
function forReads(client: pg.PoolClient): pg.PoolClient {
  const { connection } = client as unknown as { readonly connection: object };
  Object.assign(connection, { describe: () => undefined, close: () => undefined });
  return client;
}

interface Line {
  readonly client: Promise<pg.PoolClient>;
  /** Number of reads without an answer. */
  open: number;
  /** Drops the connection when it has been without an answer for too long. */
  watch: NodeJS.Timeout | undefined;
  isStuck: boolean;
}

/**
 * Sends a read at once, also while earlier reads on its connection have no answer. Concurrent requests then share the
 * writes and answers of a socket, which are most of the cost of a short read.
 *
 * Each read is a separate transaction, and an error affects only that read. When a connection is lost, all of its reads
 * fail, and the next read opens another connection. A connection without an answer for 0.4 s is closed. Its reads, and all
 * reads of the next 5 s, run on connections that they do not share, so a read that waits for a lock delays no other for longer.
 */
export class ReadLines {
  readonly #pool: pg.Pool;
  readonly #max: number;
  readonly #readApart: ReadRows;
  #apartUntil = 0;
  #lines: readonly Line[] = [];

  /**
   * @param pool its connections pipeline.
   * @param max number of connections of the pool; each is opened when it is first needed.
   * @param readApart runs a read on a connection that it does not share.
   */
  constructor(pool: pg.Pool, max: number, readApart: ReadRows) {
    this.#pool = pool;
    this.#max = max;
    this.#readApart = readApart;
  }

  readonly read: ReadRows = async (select) => {
    if (performance.now() < this.#apartUntil) return this.#readApart(select);
    try {
      return await this.#readShared(select);
    } catch (error) {
      // An earlier read of the same select on this connection could not be planned, so this one found no plan.
      if (sqlState(error) === UNKNOWN_PLAN) return this.#readShared(select);
      throw error;
    }
  };

  async #readShared(select: NamedSelect): Promise<unknown[]> {
    const line = this.#freest();
    line.open++;
    try {
      const client = await line.client;
      if (isSpent(client)) this.#drop(line);
      else {
        line.watch ??= setTimeout(() => this.#dropStuck(line, client), STUCK_MS);
        return await readJson(client, select);
      }
    } catch (error) {
      if (!line.isStuck) throw error;
    } finally {
      line.open--;
      if (line.open > 0 && !line.isStuck) line.watch?.refresh();
      else clearTimeout(line.watch);
      if (line.open === 0) line.watch = undefined;
    }
    return line.isStuck ? this.#readApart(select) : this.#readShared(select);
  }

  /** The connection with the fewest open reads. Opens another one only while all others are busy. */
  #freest(): Line {
    let best: Line | null = null;
    for (const line of this.#lines) if (best === null || line.open < best.open) best = line;
    return best && (best.open === 0 || this.#lines.length === this.#max) ? best : this.#open();
  }

  #open(): Line {
    const line: Line = { client: this.#pool.connect().then(forReads), open: 0, watch: undefined, isStuck: false };
    this.#lines = [...this.#lines, line];
    const drop = (): void => this.#drop(line);
    line.client.then((client) => client.once("error", drop).once("end", drop), drop);
    return line;
  }

  #drop(line: Line): void {
    if (!this.#lines.includes(line)) return;
    this.#lines = this.#lines.filter((other) => other !== line);
    void line.client.then(
      (client) => client.release(true),
      () => undefined,
    );
  }

  #dropStuck(line: Line, client: pg.PoolClient): void {
    line.isStuck = true;
    this.#apartUntil = performance.now() + APART_MS;
    abandon(client);
    this.#drop(line);
  }

  /** Closes the connections, after open reads have their answers. */
  close(): void {
    for (const line of this.#lines) this.#drop(line);
  }
}
