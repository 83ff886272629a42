import { EventEmitter } from "node:events";
import type { WorkerEvents } from "graphile-worker";
import type { PoolClient } from "pg";
import type { AnyDatabase } from "./db.ts";
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
  const { rows } = await pool.query<{ worker: string }>(
    `select worker from (
       select distinct locked_by as worker from ${schema}_jobs._private_jobs
       where locked_by is not null and locked_at < now() - make_interval(secs => $1)
     ) held
     where pg_try_advisory_xact_lock(hashtext('foyer worker'), hashtext(worker))`,
    [shownAfterSeconds],
  );
  const dead = rows.map(({ worker }) => worker);
  if (dead.length > 0) await pool.query(`select ${schema}_jobs.force_unlock_workers($1::text[])`, [dead]);
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
  const show = async (): Promise<unknown> =>
    name !== null &&
    client?.query("select pg_advisory_lock(hashtext('foyer worker'), hashtext($1))", [name]).catch(() => undefined);
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
