import type { Database } from "@foyer/service-kit/db";
import type { AnyJob } from "@foyer/service-kit/jobs";
import type { Logger } from "@foyer/service-kit/log";
import type { AccountsTables } from "../db/schema.ts";

interface Waiting {
  readonly id: number;
  readonly name: string;
  readonly payload: unknown;
}

/**
 * Runs the due jobs and the jobs that they queue, one after the other. A failed job waits for an hour.
 *
 * Starting the real worker for each mail would take most of the tests' time; the service kit tests the worker.
 */
export async function doJobs(database: Database<AccountsTables>, jobs: readonly AnyJob[], log: Logger): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query<Waiting>(
      `select jobs.id, tasks.identifier as name, jobs.payload
       from accounts_jobs._private_jobs jobs join accounts_jobs._private_tasks tasks on tasks.id = jobs.task_id
       where jobs.run_at <= now() order by jobs.id`,
    );
    if (rows.length === 0) return;
    for (const { id, name, payload } of rows) {
      const job = jobs.find((each) => each.name === name);
      if (!job) throw new Error(`unknown job ${name}`);
      try {
        await job.run(job.payload.parse(payload), { attempt: 1, isLastAttempt: false, log });
        await database.pool.query("delete from accounts_jobs._private_jobs where id = $1", [id]);
      } catch {
        await database.pool.query(
          "update accounts_jobs._private_jobs set run_at = now() + interval '1 hour' where id = $1",
          [id],
        );
      }
    }
  }
}
