import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type { PoolClient } from "pg";
import type { AnyDatabase } from "./db.ts";
import { deadWorkers, freeJobsOf, showWorker } from "./job-store.ts";
import type { Logger } from "./log.ts";

type JobDatabase = Pick<AnyDatabase, "pool" | "schema">;

/** A worker has shown that it lives this long after it took its first job. */
const SHOWN_AFTER_SECONDS = 5;
const AGAIN_MS = 1_000;

/**
 * Frees the jobs of workers that died at work, so that others take them at once; the library alone would wait four hours.
 *
 * A worker is dead when nobody holds the lock of its name, see `showWorkers`.
 *
 * @returns the names of the dead.
 */
export async function freeAbandonedJobs(
  { pool, schema }: JobDatabase,
  shownAfterSeconds = SHOWN_AFTER_SECONDS,
): Promise<string[]> {
  const dead = await deadWorkers(pool, schema, shownAfterSeconds);
  if (dead.length > 0) await freeJobsOf(pool, schema, dead);
  return dead;
}

/** What the library tells of its workers, and how to end the showing. */
export interface ShownWorkers {
  readonly events: WorkerEvents;
  stop(): void;
}

/**
 * Shows that the workers of this process live: a connection of its own holds a lock in their name, which ends with
 * the process however that ends. A lost connection is replaced, and takes the lock again.
 */
export async function showWorkers({ pool }: JobDatabase, log: Logger): Promise<ShownWorkers> {
  const events: WorkerEvents = new EventEmitter();
  /** Of the pool of this process's workers: in its name they take jobs. */
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
        log.warn({ err: error }, "the workers cannot show that they live");
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
      // Its lock ends with the session, not with the return to the pool.
      client?.release(true);
      client = null;
    },
  };
}
