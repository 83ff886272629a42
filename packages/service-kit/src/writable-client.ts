import pg from "pg";
import type { ServerAddress } from "./database-address.ts";
import { READ_ONLY } from "./outage.ts";
import type { Servers } from "./servers.ts";
import { NoAnswer, within } from "./within.ts";

/** A connection that has rested for this long is checked before it is used again. */
const RESTED_MS = 1_000;
/** A server answers the check of a connection within this time. */
const CHECK_MS = 1_000;
/** How often a server is asked whether it is still there while a statement without a limit runs. */
const PRESENCE_MS = 5_000;
/** A busy server may miss one question; one that misses so many in a row is gone. */
const MISSED_MAX = 3;
/** A server closes a connection that says goodbye within this time. */
const GOODBYE_MS = 500;

/** A reached server that takes no writes: it is in recovery or set to read-only. */
class ReadOnlyServer extends Error {
  readonly code = READ_ONLY;

  constructor({ name }: ServerAddress) {
    super(`the server at ${name} takes no writes`);
    this.name = "ReadOnlyServer";
  }
}

export interface WritableConfig extends Omit<
  pg.PoolConfig,
  "connectionString" | "connectionTimeoutMillis" | "onConnect"
> {
  /** Address of one server, or of several separated by commas. */
  readonly url: string;
  /** The longest wait for a connection of the pool to become free. */
  readonly connectionTimeoutMillis: number;
  /** A connection without an answer for this long is closed; by default, it waits for as long as its server accepts others. */
  readonly answerMs?: number;
  /** How often the server is asked for its presence while a connection without `answerMs` waits. */
  readonly presenceMs?: number;
  /** The name that a server reports if it received the start options. Another name means that a pooler dropped them. */
  readonly applicationName?: string | null;
  /** False for a pooler: the parameters that it reports at the start may be those of another server. */
  readonly isDirect?: boolean;
  /** Rejects if a new connection must not be used. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

type ClientConfig = WritableConfig & { readonly servers: Servers };

/** True if the server answers a new connection, even if it refuses it. */
async function isPresent({ url }: ServerAddress, connectMs: number): Promise<boolean> {
  const visitor = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs });
  visitor.on("error", () => undefined);
  try {
    await visitor.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    visitor.connection.stream.destroy();
  }
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** A connection that is used only while its server takes writes. PostgreSQL reports this at the start and when it refuses a write. */
export class WritableClient extends pg.Client {
  readonly #server: ServerAddress;
  readonly #generation: number;
  readonly #config: ClientConfig;
  /** The parameters that the server last reported. */
  readonly #said = new Map<string, string>();
  #isConnected = false;
  #isOver = false;
  /** When the server last answered a statement. */
  #answeredAt = performance.now();
  /** Since when the oldest statement waits for its answer. */
  #askedAt = 0;
  /** Looks for an answer that is overdue. Once set it is kept until then, so that a statement costs no timer. */
  #watch: NodeJS.Timeout | null = null;
  /** How often in a row the server has missed the question for its presence. */
  #missed = 0;

  constructor(config: ClientConfig) {
    const { servers } = config;
    const server = servers.current;
    super({
      ...config,
      connectionString: server.url,
      connectionTimeoutMillis: servers.connectMs,
      // A machine that is gone closes nothing: an idle connection, such as the queue's listener, would wait without an end.
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    });
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
    this.connection.once("end", () => {
      this.#isOver = true;
      if (this.#watch) clearTimeout(this.#watch);
    });
    this.connection.on("readyForQuery", () => {
      this.#answeredAt = performance.now();
      this.#missed = 0;
      if (!this.isSpent) servers.answeredAt = this.#answeredAt;
    });
  }

  /** True while no statement waits for an answer. */
  get #isAnswered(): boolean {
    return (this as unknown as { readonly readyForQuery?: boolean }).readyForQuery === true;
  }

  override query(...asked: never[]): never {
    if (this.#isAnswered) this.#askedAt = performance.now();
    const { answerMs, presenceMs = PRESENCE_MS } = this.#config;
    this.#watch ??= this.#lookIn(answerMs ?? presenceMs);
    return (super.query as (...given: never[]) => never)(...asked);
  }

  #lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#look(), ms).unref();
  }

  #look(): void {
    const { answerMs } = this.#config;
    this.#watch = null;
    if (this.#isAnswered) return;
    if (answerMs === undefined) {
      void this.#askPresence();
      return;
    }
    const waited = this.#waited();
    if (waited < answerMs) this.#watch = this.#lookIn(answerMs - waited);
    else this.#giveUp(answerMs);
  }

  #waited(): number {
    return performance.now() - Math.max(this.#askedAt, this.#answeredAt);
  }

  /**
   * Gives a statement without a limit up when its server is gone: a host that died, or a server that is stuck, closes nothing, and
   * a start or an import would wait for it for ever.
   */
  async #askPresence(): Promise<void> {
    const { presenceMs = PRESENCE_MS, servers } = this.#config;
    this.#watch = this.#lookIn(presenceMs + servers.connectMs);
    const isThere = await isPresent(this.#server, servers.connectMs);
    if (this.#isOver || this.#isAnswered) return;
    this.#missed = isThere ? 0 : this.#missed + 1;
    if (this.#missed === MISSED_MAX) this.#giveUp(this.#waited());
  }

  /** Closes this connection of a silent server. Its others are not used again either, unless one of them just had an answer. */
  #giveUp(afterMs: number): void {
    if (performance.now() - this.#config.servers.answeredAt > CHECK_MS) this.#retire();
    this.connection.stream.destroy(new NoAnswer(`the server at ${this.#server.name}`, afterMs));
  }

  /** True if the connection must be checked before it is used: its server may have died without closing it. */
  get isRested(): boolean {
    // Behind a pooler, a check would wait in the pooler's queue.
    return this.#config.isDirect !== false && performance.now() - this.#answeredAt > RESTED_MS;
  }

  /** Asks the server for a sign of life. False closes the connection. */
  async isAnswering(): Promise<boolean> {
    try {
      await within(CHECK_MS, this.#check(), "the check");
      return true;
    } catch {
      this.#giveUp(CHECK_MS);
      return false;
    }
  }

  #check(): Promise<unknown> {
    return (this as pg.Client).query("select 1");
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    // A server that is gone closes nothing.
    const late = setTimeout(() => this.abandon(), GOODBYE_MS);
    late.unref();
    this.connection.once("end", () => clearTimeout(late));
    return callback ? super.end(callback) : super.end();
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
      return callback(withPlace(fault, this.#server, this.#config.servers.connectMs));
    });
  }
}

const DROPS_OPTIONS = /unsupported startup parameter/;
/** The driver's messages for a server that accepts a connection and says nothing, or hangs up. */
const EXPIRED = "timeout expired";
const HUNG_UP = "Connection terminated unexpectedly";

/** The same error with the server's name; if a pooler caused it, its message names the right setting. */
function withPlace(error: Error, { name }: ServerAddress, connectMs: number): Error {
  if (error.message === EXPIRED) return new NoAnswer(`the server at ${name}`, connectMs);
  if (error.message === HUNG_UP) error.message = `${HUNG_UP} by the server at ${name}`;
  if (DROPS_OPTIONS.test(error.message))
    error.message = `${name} is a pooler (${error.message}): give its address as DATABASE_POOL_URL, and the server's own as DATABASE_URL`;
  return error;
}
