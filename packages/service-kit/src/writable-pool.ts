import pg from "pg";
import { isOutage, sqlState } from "./outage.ts";
import { PATIENCE_MS, Servers } from "./servers.ts";
import { within } from "./within.ts";
import { WritableClient, type WritableConfig } from "./writable-client.ts";

/** pg-pool's message when no connection became free in time. */
const NONE_FREE = "timeout exceeded when trying to connect";

/** True for a wrong login, password or database. From one lagging standby this means little; from all servers it is the fault. */
const isRefusal = (error: unknown): boolean => /^(28|3D000)/.test(sqlState(error) ?? "");

/** A callback of `connect`. */
export type Lent = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** A pool of connections to the server of the address that takes writes. */
export class WritablePool extends pg.Pool {
  readonly #servers: Servers;

  constructor(config: WritableConfig) {
    const servers = new Servers(config.url);
    const { url: _, ...rest } = config;
    super({ ...rest, servers, Client: WritableClient } as unknown as pg.PoolConfig);
    this.#servers = servers;
    // Without these listeners, an idle connection that the server closes would crash the process.
    this.on("error", () => undefined);
    this.on("connect", (client) => client.on("error", () => undefined));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Lent): void;
  override connect(callback?: Lent): Promise<pg.PoolClient> | void {
    const lent = this.#tryEach();
    if (!callback) return lent;
    lent.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  /** Tries each server once until one takes writes, and begins no further try that would much exceed the patience of a request. */
  async #tryEach(): Promise<pg.PoolClient> {
    const { all, connectMs } = this.#servers;
    const until = performance.now() + PATIENCE_MS - connectMs / 2;
    let refusal: unknown = null;
    for (let left = all.length - 1; ; left--) {
      try {
        return await this.#trusted();
      } catch (error) {
        if (isRefusal(error)) refusal ??= error;
        const isNoneFree = error instanceof Error && error.message === NONE_FREE;
        const isAboutServer = !isNoneFree && (isOutage(error) || isRefusal(error));
        if (left === 0 || !isAboutServer || performance.now() > until) throw refusal ?? error;
      }
    }
  }

  /** Returns a connection of the current generation, and closes spent ones that it finds. */
  async #trusted(): Promise<pg.PoolClient> {
    for (;;) {
      const client = (await super.connect()) as pg.PoolClient & WritableClient;
      if (client.isSpent || !(await client.isAnswering())) {
        client.release(true);
        continue;
      }
      const release = client.release.bind(client);
      client.release = (error) => release(error || client.isSpent);
      return client;
    }
  }
}

/** One connection to the server of the address that takes writes. The caller ends it. */
export async function connectWritable(
  url: string,
  options: Pick<WritableConfig, "options" | "presenceMs"> = {},
): Promise<pg.Client> {
  const pool = new WritablePool({ ...options, url, max: 1, connectionTimeoutMillis: PATIENCE_MS });
  return (await pool.connect()) as unknown as pg.Client;
}

/** True when a connection of a `WritablePool` must not be used again, because its server takes no writes. */
export const isSpent = (client: pg.PoolClient): boolean => client instanceof WritableClient && client.isSpent;

/** Closes the connection, and fails everything that waits for an answer on it. Its `end` would wait for the answers. */
export function abandon(client: pg.PoolClient): void {
  if (client instanceof WritableClient) client.abandon();
}

const ASKED_EVERY_MS = 3_000;
const ANSWERED_WITHIN_MS = 2_000;

/**
 * Asks a connection that holds a lock or waits for news for an answer every three seconds. Closes it if it gives none, or if its
 * server was left; its holder then gets an `error` event. A server that died closes nothing.
 *
 * @returns a function that stops asking, to be called before the connection is returned.
 */
export function keepAsking(client: pg.PoolClient, everyMs = ASKED_EVERY_MS): () => void {
  let isAsked = false;
  const ask = async (): Promise<void> => {
    isAsked = true;
    await within(ANSWERED_WITHIN_MS, client.query("select 1"), "the held connection").catch(() => abandon(client));
    isAsked = false;
  };
  const timer = setInterval(() => {
    if (isSpent(client)) abandon(client);
    else if (!isAsked) void ask();
  }, everyMs);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  client.once("end", stop);
  return () => {
    client.off("end", stop);
    stop();
  };
}
