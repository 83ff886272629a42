import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type { PoolClient } from "pg";
import type { AnyDatabase } from "./db.ts";
import { deadWorkers, freeJobsOf, freeLostJobs, showWorker } from "./job-store.ts";
import type { Logger } from "./log.ts";

type JobDatabase = Pick<AnyDatabase, "pool" | "schema">;

/** A worker must have marked itself as alive this long after it took its first job. */
const SHOWN_AFTER_SECONDS = 5;
const AGAIN_MS = 1_000;

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

/** Stops marking the workers as alive. */
export interface ShownWorkers {
  stop(): void;
}

/**
 * Marks the workers of this process as alive: a separate connection holds a lock of their name, which ends with the process. A
 * lost connection is replaced and takes the lock again.
 */
export async function showWorkers({ pool }: JobDatabase, log: Logger, events: WorkerEvents): Promise<ShownWorkers> {
  /** Name of the pool of this process's workers, under which they take jobs. */
  let name: string | null = null;
  let isOver = false;
  let client: PoolClient | null = null;
  let again: NodeJS.Timeout | undefined;
  const show = async (): Promise<void> => {
    if (name !== null && client) await showWorker(client, name).catch(() => undefined);
  };
  const connect = async (): Promise<void> => {
    const mine = await pool.connect();
    client = mine;
    mine.once("error", () => {
      mine.release(true);
      client = null;
      if (!isOver) later();
    });
    await show();
  };
  const later = (): void => {
    again = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn({ err: error }, "marking the workers as alive failed");
        if (!isOver) later();
      });
    }, AGAIN_MS);
    again.unref();
  };
  await connect();
  events.on("pool:create", ({ workerPool }) => {
    name = workerPool.id;
    void show();
  });
  return {
    stop: () => {
      isOver = true;
      clearTimeout(again);
      // The lock ends with the session, not when the client returns to the pool.
      client?.release(true);
      client = null;
    },
  };
}
