import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type { Pool, PoolClient } from "pg";
import type { AnyDatabase } from "./db.ts";
import { keepAsking } from "./writable-pool.ts";
import { deadWorkers, freeJobsOf, freeLostJobs, showWorker } from "./job-store.ts";
import type { Logger } from "./log.ts";

type JobDatabase = Pick<AnyDatabase, "pool" | "schema">;

/** A worker must have marked itself as alive this long after it took its first job. */
const SHOWN_AFTER_SECONDS = 5;
const AGAIN_MS = 1_000;
/** After a failover, each worker has replaced its silent connection within this time. */
const SETTLED_MS = 12_000;

/**
 * Frees the jobs of dead workers, so that others take them at once; the library alone would wait four hours.
 *
 * A worker is dead when no connection holds the lock of its name; see `showWorkers`.
 *
 * @returns the names of the dead workers.
 */
export async function freeAbandonedJobs(
  { pool, schema }: JobDatabase,
  shownAfterSeconds = SHOWN_AFTER_SECONDS,
): Promise<string[]> {
  const dead = await deadWorkers(pool, schema, shownAfterSeconds);
  if (dead.length > 0) await freeJobsOf(pool, schema, dead);
  return dead;
}

/** The client stops waiting for an answer after this long, and never starts the job that the answer assigned. */
const ANSWERED_WITHIN_SECONDS = 8;

/** The jobs that this process is running, by the library's events. */
export interface OwnJobs {
  readonly events: WorkerEvents;
  /** Notes that the database has recorded the end of a job. */
  recorded(jobId: string): void;
  /**
   * Frees the jobs that are locked by this process and not running here: the answer that assigned them was lost, as when the
   * server died. No other process frees them while this one lives.
   *
   * @returns their ids.
   */
  freeLost(givenBeforeSeconds?: number): Promise<string[]>;
}

export function ownJobs({ pool, schema }: JobDatabase): OwnJobs {
  const events: WorkerEvents = new EventEmitter();
  const names = new Set<string>();
  const atWork = new Set<string>();
  events.on("pool:create", ({ workerPool }) => names.add(workerPool.id));
  events.on("job:start", ({ job }) => atWork.add(String(job.id)));
  return {
    events,
    recorded: (jobId) => void atWork.delete(jobId),
    freeLost: (givenBeforeSeconds = ANSWERED_WITHIN_SECONDS) =>
      freeLostJobs(pool, schema, { workers: [...names], running: [...atWork], givenBeforeSeconds }),
  };
}

export interface ShownWorkers {
  /** False while the mark was replaced a moment ago: other workers may not have replaced theirs yet, as after a failover. */
  isSettled(): boolean;
  /** Stops marking the workers as alive. */
  stop(): void;
}

/** The connection that marks this process's workers as alive, and its replacements. */
class Mark implements ShownWorkers {
  readonly #pool: Pool;
  readonly #log: Logger;
  /** Name of the pool of this process's workers, under which they take jobs. */
  #name: string | null = null;
  #client: PoolClient | null = null;
  #isOver = false;
  #again: NodeJS.Timeout | undefined;
  #lostAt = -Infinity;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  async connect(): Promise<void> {
    const client = await this.#pool.connect();
    if (this.#isOver) return client.release(true);
    this.#client = client;
    keepAsking(client);
    client.once("error", () => this.#drop(client));
    await this.#show(client);
  }

  async name(name: string): Promise<void> {
    this.#name = name;
    if (this.#client) await this.#show(this.#client);
  }

  async #show(client: PoolClient): Promise<void> {
    if (this.#name === null) return;
    try {
      await showWorker(client, this.#name);
    } catch (error) {
      this.#failed(error);
      this.#drop(client);
    }
  }

  #failed(error: unknown): void {
    this.#log.warn({ err: error }, "marking the workers as alive failed");
  }

  #drop(client: PoolClient): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#lostAt = performance.now();
    // The lock ends with the session, not when the client returns to the pool.
    client.release(true);
    if (!this.#isOver) this.#later();
  }

  #later(): void {
    this.#again = setTimeout(() => {
      this.connect().catch((error: unknown) => {
        this.#failed(error);
        if (!this.#isOver) this.#later();
      });
    }, AGAIN_MS);
    this.#again.unref();
  }

  isSettled(): boolean {
    return this.#client !== null && performance.now() - this.#lostAt > SETTLED_MS;
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#again);
    if (this.#client) this.#drop(this.#client);
  }
}

/**
 * Marks the workers of this process as alive: a separate connection holds a lock of their name, which ends with the process. A
 * lost or silent connection is replaced and takes the lock again.
 */
export async function showWorkers({ pool }: JobDatabase, log: Logger, events: WorkerEvents): Promise<ShownWorkers> {
  const mark = new Mark(pool, log);
  await mark.connect();
  events.on("pool:create", ({ workerPool }) => void mark.name(workerPool.id));
  return mark;
}
