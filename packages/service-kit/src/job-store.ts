import { sql } from "kysely";
import type { Pool, PoolClient } from "pg";
import type { AnyQueryable } from "./db.ts";

// The queue of `schema` is in `<schema>_jobs`; its library's functions manage it.

export interface NewJob {
  readonly name: string;
  readonly payload: string;
  readonly runAt: Date | null;
  readonly maxAttempts: number;
  readonly key: string | null;
  readonly priority: number;
}

/** Queues a job; replaces an unstarted one with the same key. */
export async function insertJob(db: AnyQueryable, schema: string, job: NewJob): Promise<void> {
  await sql`select ${sql.raw(`${schema}_jobs`)}.add_job(
    ${job.name}::text,
    payload := ${job.payload}::json,
    run_at := ${job.runAt}::timestamptz,
    max_attempts := ${job.maxAttempts}::int,
    job_key := ${job.key}::text,
    priority := ${job.priority}::int
  )`.execute(db);
}

/** The server ends the session of a lock that asks nothing for this long: its holder died unnoticed. `keepAsking` asks more often. */
const HELD_MS = 15_000;

/** Takes an advisory lock of that name, which ends with this connection. @returns false when another connection has it. */
export async function tryLock(client: PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    `with taken as materialized (select pg_try_advisory_lock(hashtext($1)) as mine)
     select mine, case when mine then set_config('idle_session_timeout', $2, false) end from taken`,
    [name, String(HELD_MS)],
  );
  return rows[0]?.mine === true;
}

export async function freeLock(client: PoolClient, name: string): Promise<void> {
  await client.query("select pg_advisory_unlock(hashtext($1)), set_config('idle_session_timeout', '0', false)", [name]);
}

/**
 * Marks the worker of that name as alive until this connection ends. Several connections may do so at the same time: the server may
 * still keep one that was replaced.
 */
export async function showWorker(client: PoolClient, worker: string): Promise<void> {
  await client.query(
    `select pg_advisory_lock_shared(hashtext('foyer worker'), hashtext($1)), set_config('idle_session_timeout', $2, false)`,
    [worker, String(HELD_MS)],
  );
}

/** Workers that have held jobs for longer than that and that no connection marks as alive. */
export async function deadWorkers(pool: Pool, schema: string, shownAfterSeconds: number): Promise<string[]> {
  // Looks without taking the lock, so that nothing but a worker's own mark is ever seen.
  const { rows } = await pool.query<{ worker: string }>(
    `select worker from (
       select distinct locked_by as worker from ${schema}_jobs._private_jobs
       where locked_by is not null and locked_at < now() - make_interval(secs => $1)
     ) held
     where not exists (
       select from pg_locks
       where locktype = 'advisory' and granted and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and classid = hashtext('foyer worker')::oid and objid = hashtext(worker)::oid
     )`,
    [shownAfterSeconds],
  );
  return rows.map(({ worker }) => worker);
}

/** Frees the jobs of these workers. */
export async function freeJobsOf(pool: Pool, schema: string, workers: readonly string[]): Promise<void> {
  await pool.query(`select ${schema}_jobs.force_unlock_workers($1::text[])`, [workers]);
}

interface AssignedJobs {
  /** Names of the workers of one process. */
  readonly workers: readonly string[];
  /** Ids of the jobs that the process is running. */
  readonly running: readonly string[];
  readonly givenBeforeSeconds: number;
}

/** Frees the jobs that are locked by these workers and not running, and does not count the attempt. @returns their ids. */
export async function freeLostJobs(
  pool: Pool,
  schema: string,
  { workers, running, givenBeforeSeconds }: AssignedJobs,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: number }>(
    `update ${schema}_jobs._private_jobs set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
     where locked_by = any($1::text[]) and locked_at < now() - make_interval(secs => $2) and id <> all($3::bigint[])
     returning id`,
    [workers, givenBeforeSeconds, running],
  );
  return rows.map(({ id }) => String(id));
}
