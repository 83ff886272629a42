import type { Gauge, Sample } from "@foyer/service-kit/metrics";
import type { Pool } from "pg";
import type { Service } from "../services/service.ts";

type JobDatabase = NonNullable<Service["database"]>;

interface JobCounts {
  readonly waiting: number;
  readonly given_up: number;
  /** How long the oldest due job has waited. */
  readonly oldest_seconds: number;
}

async function countJobs({ pool, schema }: JobDatabase): Promise<JobCounts> {
  const { rows } = await pool.query<JobCounts>(
    `select count(*) filter (where run_at <= now() and attempts < max_attempts) as waiting,
       count(*) filter (where attempts >= max_attempts) as given_up,
       coalesce(extract(epoch from now() - min(run_at) filter (where run_at <= now() and attempts < max_attempts)), 0)::float
         as oldest_seconds
     from ${schema}_jobs.jobs`,
  );
  return rows[0] ?? { waiting: 0, given_up: 0, oldest_seconds: 0 };
}

function jobGauge(
  databases: readonly JobDatabase[],
  name: string,
  help: string,
  pick: (jobs: JobCounts) => number,
): Gauge {
  const read = (): Promise<Sample[]> =>
    Promise.all(
      databases.map(async (database) => ({
        labels: { service: database.schema },
        value: pick(await countJobs(database)),
      })),
    );
  return { name, help, read };
}

/** What an operator watches beside requests and memory: connections and waiting work. */
export function gaugesOf(services: readonly Service[], hostPool: Pool): Gauge[] {
  const databases = services.flatMap(({ database }) => (database ? [database] : []));
  const pools: { schema: string; pool: Pool }[] = [...databases, { schema: "foyer", pool: hostPool }];
  const connections = (state: string, pick: (pool: Pool) => number): Sample[] =>
    pools.map(({ schema, pool }) => ({ labels: { service: schema, state }, value: pick(pool) }));
  return [
    {
      name: "foyer_database_connections",
      help: "Connections of each service, and requests that wait for one.",
      read: () => [
        ...connections("open", (pool) => pool.totalCount),
        ...connections("idle", (pool) => pool.idleCount),
        ...connections("waited_for", (pool) => pool.waitingCount),
      ],
    },
    jobGauge(databases, "foyer_jobs_waiting", "Jobs that are due.", ({ waiting }) => waiting),
    jobGauge(
      databases,
      "foyer_jobs_given_up",
      "Jobs whose last try failed; staff can start them again.",
      (jobs) => jobs.given_up,
    ),
    jobGauge(
      databases,
      "foyer_jobs_oldest_due_seconds",
      "How long the oldest due job has waited.",
      (jobs) => jobs.oldest_seconds,
    ),
  ];
}
