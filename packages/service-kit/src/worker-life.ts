import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type { PoolClient } from "pg";
import type { AnyDatabase } from "./db.ts";
import { deadWorkers, freeJobsOf, showWorker } from "./job-store.ts";
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

/** The library's worker events, and how to stop marking the workers as alive. */
export interface ShownWorkers {
  readonly events: WorkerEvents;
  stop(): void;
}

/**
 * Marks the workers of this process as alive: a separate connection holds a lock of their name, which ends with the process. A
 * lost connection is replaced and takes the lock again.
 */
export async function showWorkers({ pool }: JobDatabase, log: Logger): Promise<ShownWorkers> {
  const events: WorkerEvents = new EventEmitter();
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
    events,
    stop: () => {
      isOver = true;
      clearTimeout(again);
      // The lock ends with the session, not when the client returns to the pool.
      client?.release(true);
      client = null;
    },
  };
}
