import type { Pool } from "pg";

export interface JobCounts {
  readonly waiting: number;
  readonly given_up: number;
  /** Waiting time of the oldest due job. */
  readonly oldest_seconds: number;
}

/** Counts the jobs of a service. @param schema the service's schema; its jobs are in `<schema>_jobs`. */
export async function countJobs(pool: Pool, schema: string): Promise<JobCounts> {
  const { rows } = await pool.query<JobCounts>(
    `select count(*) filter (where run_at <= now() and attempts < max_attempts) as waiting,
       count(*) filter (where attempts >= max_attempts) as given_up,
       coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts)), 0)::float
         as oldest_seconds
     from ${schema}_jobs.jobs`,
  );
  return rows[0] ?? { waiting: 0, given_up: 0, oldest_seconds: 0 };
}
