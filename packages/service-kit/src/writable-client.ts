import pg from "pg";
import type { ServerAddress } from "./database-address.ts";
import { READ_ONLY } from "./outage.ts";
import type { Servers } from "./servers.ts";
import { NoAnswer, within } from "./within.ts";

/** A connection that was idle for this long is checked before it is used again. */
const IDLE_MS = 1_000;
/** A server answers the check of a connection within this time. */
const CHECK_MS = 1_000;
/** How often a server is asked for a sign of life while a statement without a limit runs. */
const PRESENCE_MS = 5_000;
/** A busy server may miss one question. After this number of misses in a row it counts as lost. */
const MISSED_MAX = 3;
/** A server closes a connection within this time after the client asks it to. */
const GOODBYE_MS = 500;

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
  /** How often the server is asked for a sign of life while a connection without `answerMs` waits. */
  readonly presenceMs?: number;
  /** The name that a server reports if it received the start options. Another name means that a pooler dropped them. */
  readonly applicationName?: string | null;
  /** False for a pooler: the parameters that it reports at the start may be those of another server. */
  readonly isDirect?: boolean;
  /** Rejects if a new connection must not be used. */
  readonly onConnect?: (client: pg.ClientBase) => Promise<void>;
}

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

const POOLER_HINT = "give its address as DATABASE_POOL_URL, and the server's own as DATABASE_URL";

/** Adds the server's name to the driver's errors of a connection that was not established. */
function withPlace(error: Error, { name }: ServerAddress, connectMs: number): Error {
  if (error.message === "timeout expired") return new NoAnswer(`the server at ${name}`, connectMs);
  if (error.message === "Connection terminated unexpectedly") error.message += ` by the server at ${name}`;
  if (error.message.includes("unsupported startup parameter"))
    error.message = `${name} is a pooler (${error.message}): ${POOLER_HINT}`;
  return error;
}

/** The driver's method takes a callback or returns a promise. An override passes on what it is given. */
type PassedOn = (...given: never[]) => never;

/** A connection that is used only while its server takes writes. PostgreSQL reports this at the start and when it refuses a write. */
export class WritableClient extends pg.Client {
  readonly #server: ServerAddress;
  readonly #generation: number;
  readonly #config: WritableConfig;
  readonly #servers: Servers;
  /** The parameters that the server last reported. */
  readonly #reported = new Map<string, string>();
  #isConnected = false;
  /** When the server last answered a statement. */
  #answeredAt = performance.now();
  /** When the connection became busy. */
  #askedAt = 0;
  /** Looks for an overdue answer. It stays set while the connection is idle, so that a statement costs no timer. */
  #watch: NodeJS.Timeout | undefined;
  /** How often in a row the server has missed the question for a sign of life. */
  #missed = 0;

  constructor(config: WritableConfig & { readonly servers: Servers }) {
    const { servers } = config;
    super({
      ...config,
      connectionString: servers.current.url,
      connectionTimeoutMillis: servers.connectMs,
      // A machine that died closes nothing: an idle connection, such as the queue's listener, would wait without an end.
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    });
    this.#server = servers.current;
    this.#generation = servers.generation;
    this.#config = config;
    this.#servers = servers;
    this.connection.on(
      "parameterStatus",
      (told: { readonly parameterName: string; readonly parameterValue: string }) => {
        this.#reported.set(told.parameterName, told.parameterValue);
        if (this.#isConnected && this.#isReadOnly()) this.#retire();
      },
    );
    this.connection.on("errorMessage", ({ code }: { readonly code?: string }) => {
      if (code === READ_ONLY) this.#retire();
    });
    this.connection.once("end", () => clearTimeout(this.#watch));
    this.connection.on("readyForQuery", () => {
      this.#answeredAt = performance.now();
      this.#missed = 0;
      if (!this.isSpent) servers.answeredAt = this.#answeredAt;
    });
  }

  /** True when the connection must not be used again. */
  get isSpent(): boolean {
    return this.#generation !== this.#servers.generation;
  }

  /** A spent connection is of a server that was left before; the current generation is another server's. */
  #retire(): void {
    if (!this.isSpent) this.#servers.retire(this.#server);
  }

  #isReadOnly(): boolean {
    if (this.#config.isDirect === false) return false;
    return ["in_hot_standby", "default_transaction_read_only"].some((name) => this.#reported.get(name) === "on");
  }

  #fault(): Error | null {
    const { name } = this.#server;
    if (this.#isReadOnly())
      return Object.assign(new Error(`the server at ${name} takes no writes`), { code: READ_ONLY });
    const { applicationName = null } = this.#config;
    if (applicationName === null || this.#reported.get("application_name") === applicationName) return null;
    return new Error(`what answers at ${name} drops the options of a connection, as a pooler does: ${POOLER_HINT}`);
  }

  /** Fails if the server takes no writes. The pool gives a callback. */
  override connect(...given: never[]): never {
    const [done] = given as unknown as [(error: Error | null) => void];
    super.connect((error: Error | null) => {
      const fault = error ?? this.#fault();
      this.#isConnected = fault === null;
      if (fault) this.#servers.leave(this.#server);
      if (fault && !error) void (this as pg.Client).end();
      done(fault && withPlace(fault, this.#server, this.#servers.connectMs));
    });
    return undefined as never;
  }

  /** True while no statement waits for an answer. */
  get #isAnswered(): boolean {
    return (this as unknown as { readonly readyForQuery?: boolean }).readyForQuery === true;
  }

  override query(...given: never[]): never {
    if (this.#isAnswered) this.#askedAt = performance.now();
    this.#watch ??= this.#lookIn(this.#config.answerMs ?? this.#presenceMs);
    return (super.query as PassedOn)(...given);
  }

  get #presenceMs(): number {
    return this.#config.presenceMs ?? PRESENCE_MS;
  }

  #lookIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    this.#watch = undefined;
    const { answerMs } = this.#config;
    const waited = performance.now() - Math.max(this.#askedAt, this.#answeredAt);
    if (this.#isOver || this.#isAnswered) return;
    if (answerMs === undefined) await this.#askPresence(waited);
    else if (waited >= answerMs) this.#giveUp(answerMs);
    else this.#watch = this.#lookIn(answerMs - waited);
  }

  /** Gives up a statement without a limit when its server is lost. A start or an import would otherwise wait for it forever. */
  async #askPresence(waited: number): Promise<void> {
    const { connectMs } = this.#servers;
    this.#watch = this.#lookIn(this.#presenceMs + connectMs);
    const isThere = await isPresent(this.#server, connectMs);
    if (this.#isOver || this.#isAnswered) return;
    this.#missed = isThere ? 0 : this.#missed + 1;
    if (this.#missed === MISSED_MAX) this.#giveUp(waited + connectMs);
  }

  get #isOver(): boolean {
    return this.connection.stream.destroyed;
  }

  /** Closes this connection of a silent server. Its others are not used again either, unless one of them just had an answer. */
  #giveUp(afterMs: number): void {
    if (performance.now() - this.#servers.answeredAt > CHECK_MS) this.#retire();
    this.connection.stream.destroy(new NoAnswer(`the server at ${this.#server.name}`, afterMs));
  }

  /** Asks a connection that was idle for an answer, because its server may have died without closing it. False closes it. */
  async isAnswering(): Promise<boolean> {
    // Behind a pooler, a check would wait in the pooler's queue.
    if (this.#config.isDirect === false || performance.now() - this.#answeredAt < IDLE_MS) return true;
    try {
      await within(CHECK_MS, (this as pg.Client).query("select 1"), "the check");
      return true;
    } catch {
      this.#giveUp(CHECK_MS);
      return false;
    }
  }

  override end(...given: never[]): never {
    // A lost server closes nothing.
    setTimeout(() => this.abandon(), GOODBYE_MS).unref();
    return (super.end as PassedOn)(...given);
  }

  /** Closes the connection, and fails everything that waits for an answer on it. */
  abandon(): void {
    this.connection.stream.destroy();
  }
}
