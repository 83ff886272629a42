import pg from "pg";
import { type ServerAddress, serversOf } from "./database-address.ts";
import { isOutage, READ_ONLY, sqlState } from "./outage.ts";

/** A reached server that takes no writes: it is in recovery or set to read-only. */
class ReadOnlyServer extends Error {
  readonly code = READ_ONLY;

  constructor({ name }: ServerAddress) {
    super(`the server at ${name} takes no writes`);
    this.name = "ReadOnlyServer";
  }
}

/** The servers of one address: the one to connect to next, and the generation of trusted connections. */
class Servers {
  readonly all: readonly ServerAddress[];
  #at = 0;
  #generation = 0;

  constructor(url: string) {
    this.all = serversOf(url);
  }

  get current(): ServerAddress {
    return this.all[this.#at] as ServerAddress;
  }

  /** Connections of an earlier generation are closed. */
  get generation(): number {
    return this.#generation;
  }

  /** Moves on to the next server. Concurrent failures at one server move on only once. */
  leave(server: ServerAddress): void {
    if (server === this.current) this.#at = (this.#at + 1) % this.all.length;
  }

  /** Stops using all connections of a server that no longer takes writes. */
  retire(server: ServerAddress): void {
    this.#generation++;
    this.leave(server);
  }
}

export interface WritableConfig extends Omit<
  pg.PoolConfig,
  "connectionString" | "connectionTimeoutMillis" | "onConnect"
> {
  /** Address of one server, or of several separated by commas. */
  readonly url: string;
  /** Limit for each server. */
  readonly connectionTimeoutMillis: number;
  /** The name that a server reports if it received the start options. Another name means that a pooler dropped them. */
  readonly applicationName?: string | null;
  /** False for a pooler: the parameters that it reports at the start may be those of another server. */
  readonly isDirect?: boolean;
  /** Rejects if a new connection must not be used. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

type ClientConfig = WritableConfig & { readonly servers: Servers };

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** A connection that is used only while its server takes writes. PostgreSQL reports this at the start and when it refuses a write. */
class WritableClient extends pg.Client {
  readonly #server: ServerAddress;
  readonly #generation: number;
  readonly #config: ClientConfig;
  /** The parameters that the server last reported. */
  readonly #said = new Map<string, string>();
  #isConnected = false;

  constructor(config: ClientConfig) {
    const { servers } = config;
    const server = servers.current;
    super({ ...config, connectionString: server.url });
    this.#server = server;
    this.#generation = servers.generation;
    this.#config = config;
    this.connection.on("parameterStatus", ({ parameterName, parameterValue }: ParameterStatus) => {
      this.#said.set(parameterName, parameterValue);
      if (this.#isConnected && this.#isReadOnly()) this.#retire();
    });
    this.connection.on("errorMessage", ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) this.#retire();
    });
  }

  #retire(): void {
    // A spent connection belongs to a server that was left before; the current generation is another server's.
    if (!this.isSpent) this.#config.servers.retire(this.#server);
  }

  /** True when the connection must not be used again. */
  get isSpent(): boolean {
    return this.#generation !== this.#config.servers.generation;
  }

  abandon(): void {
    this.connection.stream.destroy();
  }

  #isReadOnly(): boolean {
    if (this.#config.isDirect === false) return false;
    return this.#said.get("in_hot_standby") === "on" || this.#said.get("default_transaction_read_only") === "on";
  }

  #fault(): Error | null {
    if (this.#isReadOnly()) return new ReadOnlyServer(this.#server);
    const { applicationName } = this.#config;
    if (
      applicationName === undefined ||
      applicationName === null ||
      this.#said.get("application_name") === applicationName
    )
      return null;
    return new Error(
      `what answers at ${this.#server.name} drops the options of a connection, as a pooler does: give its address as DATABASE_POOL_URL, and the server's own as DATABASE_URL`,
    );
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(callback?: (error: Error | null, client?: pg.Client) => void): Promise<pg.Client> | void {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error) => (error ? reject(error) : resolve(this)));
      });
    super.connect((error: Error | null) => {
      const fault = error ?? this.#fault();
      if (!fault) {
        this.#isConnected = true;
        return callback(null, this);
      }
      this.#config.servers.leave(this.#server);
      if (!error) this.end().catch(() => undefined);
      return callback(withPlace(fault, this.#server));
    });
  }
}

const DROPS_OPTIONS = /unsupported startup parameter/;

/** The same error; if a pooler caused it, its message names the server and the right setting. */
function withPlace(error: Error, { name }: ServerAddress): Error {
  if (DROPS_OPTIONS.test(error.message))
    error.message = `${name} is a pooler (${error.message}): give its address as DATABASE_POOL_URL, and the server's own as DATABASE_URL`;
  return error;
}

const WAITED_IN_LINE = "timeout exceeded when trying to connect";
/** No further server is tried after this time, so that a caller learns of an outage within five seconds. */
const ROUND_MS = 2_500;

/** True for a wrong login, password or database. From one lagging standby this means little; from all servers it is the fault. */
const isRefusal = (error: unknown): boolean => /^(28|3D000)/.test(sqlState(error) ?? "");

/** Tries each server once until one takes writes, for at most `ROUND_MS`. */
async function goRound<T>({ all }: Servers, ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + ROUND_MS;
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
      if (client.isSpent) {
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
  options: { readonly options?: string; readonly connectionTimeoutMillis?: number } = {},
): Promise<pg.Client> {
  const servers = new Servers(url);
  return goRound(servers, async () => {
    const client = new WritableClient({ connectionTimeoutMillis: 10_000, url, ...options, servers });
    // Without a listener, an idle connection that the server closes would crash the process.
    client.on("error", () => undefined);
    return client.connect();
  });
}

/** Fails everything that waits for an answer on the connection, now. Its `end` would wait for the answers. */
export function abandon(client: pg.PoolClient): void {
  if (client instanceof WritableClient) client.abandon();
}
