import pg from "pg";
import { type ServerAddress, serversOf } from "./database-address.ts";
import { isOutage, READ_ONLY, sqlState } from "./outage.ts";

/** A server that was reached and takes no writes: in recovery, or told to be read-only. */
class ReadOnlyServer extends Error {
  readonly code = READ_ONLY;

  constructor({ name }: ServerAddress) {
    super(`the server at ${name} takes no writes`);
    this.name = "ReadOnlyServer";
  }
}

/** The servers of one address: which one is asked next, and since when its connections are trusted. */
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

  /** Connections of an earlier one are given up. */
  get generation(): number {
    return this.#generation;
  }

  /** Asks the next one from now on; whoever failed at the same server at the same time does not leave that one out. */
  leave(server: ServerAddress): void {
    if (server === this.current) this.#at = (this.#at + 1) % this.all.length;
  }

  /** A server that took writes takes none any more: none of its connections is used again. */
  retire(server: ServerAddress): void {
    this.#generation++;
    this.leave(server);
  }
}

export interface WritableConfig extends Omit<
  pg.PoolConfig,
  "connectionString" | "connectionTimeoutMillis" | "onConnect"
> {
  /** One server, or several with commas between. */
  readonly url: string;
  /** For each server that is asked. */
  readonly connectionTimeoutMillis: number;
  /** What a server says that has heard the start options; where it says another name, something before it has dropped them. */
  readonly applicationName?: string | null;
  /** Whether what a connection says at its start is its server's word; a pooler repeats what it heard from another one. */
  readonly isDirect?: boolean;
  /** Rejects where a new connection is not to be used. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

type ClientConfig = WritableConfig & { readonly servers: Servers };

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** A connection that is used only while its server takes writes. PostgreSQL tells at the start, and in the refusal of a write. */
class WritableClient extends pg.Client {
  readonly #server: ServerAddress;
  readonly #generation: number;
  readonly #config: ClientConfig;
  /** What the server last said of itself. */
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
    // Those that are spent already were of the same server: what has been opened since is another one's.
    if (!this.isSpent) this.#config.servers.retire(this.#server);
  }

  /** Whether it is not to be used again. */
  get isSpent(): boolean {
    return this.#generation !== this.#config.servers.generation;
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

/** The same error, which names where it happened. */
function withPlace(error: Error, { name }: ServerAddress): Error {
  if (DROPS_OPTIONS.test(error.message))
    error.message = `${name} is a pooler (${error.message}): give its address as DATABASE_POOL_URL, and the server's own as DATABASE_URL`;
  return error;
}

const WAITED_IN_LINE = "timeout exceeded when trying to connect";
/** Going round the servers ends then: whoever asks hears of an outage within five seconds. */
const ROUND_MS = 2_500;

/** No such login, password or database: of a standby that lags behind it says little, of all of them it is what is wrong. */
const isRefusal = (error: unknown): boolean => /^(28|3D000)/.test(sqlState(error) ?? "");

/** Asks one server after the other until one takes writes, each once, and none after a while. */
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

/** A pool of connections to whichever server of the address takes writes. */
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

  /** A connection of a server that took writes when it was last heard of; those of others are closed on the way. */
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

/** One connection to whichever server of the address takes writes, for whoever ends it. */
export async function connectWritable(
  url: string,
  options: { readonly options?: string; readonly connectionTimeoutMillis?: number } = {},
): Promise<pg.Client> {
  const servers = new Servers(url);
  return goRound(servers, async () => {
    const client = new WritableClient({ connectionTimeoutMillis: 10_000, url, ...options, servers });
    // A connection that ends while nobody asks would end the process.
    client.on("error", () => undefined);
    return client.connect();
  });
}
