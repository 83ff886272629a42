import pg from "pg";
import { isOutage, sqlState } from "./outage.ts";
import { PATIENCE_MS, Servers } from "./servers.ts";
import { WritableClient, type WritableConfig } from "./writable-client.ts";

const WAITED_IN_LINE = "timeout exceeded when trying to connect";

/** True for a wrong login, password or database. From one lagging standby this means little; from all servers it is the fault. */
const isRefusal = (error: unknown): boolean => /^(28|3D000)/.test(sqlState(error) ?? "");

/** Tries each server once until one takes writes, and begins no further try that would much exceed the patience of a request. */
async function goRound<T>({ all, connectMs }: Servers, ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS - connectMs / 2;
  let refusal: unknown = null;
  for (let left = all.length - 1; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (isRefusal(error)) refusal ??= error;
      const isInLine = error instanceof Error && error.message === WAITED_IN_LINE;
      const isAboutServer = !isInLine && (isOutage(error) || isRefusal(error));
      if (left === 0 || !isAboutServer || performance.now() > until) throw refusal ?? error;
    }
  }
}

type GivenClient = (
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
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: GivenClient): void;
  override connect(callback?: GivenClient): Promise<pg.PoolClient> | void {
    const given = goRound(this.#servers, () => this.#trusted());
    if (!callback) return given;
    given.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  /** Returns a connection of the current generation, and closes spent ones that it finds. */
  async #trusted(): Promise<pg.PoolClient> {
    for (;;) {
      const client = (await super.connect()) as pg.PoolClient & WritableClient;
      if (client.isSpent || (client.isRested && !(await client.isAnswering()))) {
        client.release(true);
        continue;
      }
      const release = client.release.bind(client);
      client.release = (error) => release(error === undefined || error === false ? client.isSpent : error);
      return client;
    }
  }
}

/** True when a connection of a `WritablePool` must not be used again, because its server takes no writes. */
export const isSpent = (client: pg.PoolClient): boolean => client instanceof WritableClient && client.isSpent;

/** One connection to the server of the address that takes writes. The caller ends it. */
export async function connectWritable(
  url: string,
  options: Pick<WritableConfig, "options" | "presenceMs"> = {},
): Promise<pg.Client> {
  const servers = new Servers(url);
  return goRound(servers, async () => {
    const client = new WritableClient({ connectionTimeoutMillis: servers.connectMs, url, ...options, servers });
    // Without a listener, an idle connection that the server closes would crash the process.
    client.on("error", () => undefined);
    return client.connect();
  });
}

/** Fails everything that waits for an answer on the connection, now. Its `end` would wait for the answers. */
export function abandon(client: pg.PoolClient): void {
  if (client instanceof WritableClient) client.abandon();
}
