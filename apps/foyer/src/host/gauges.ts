import type { Gauge, Sample } from "@foyer/service-kit/metrics";
import type { Pool } from "pg";
import type { Service } from "../services/service.ts";
import { countJobs, type JobCounts } from "./job-count-store.ts";

type JobDatabase = NonNullable<Service["database"]>;

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
        value: pick(await countJobs(database.pool, database.schema)),
      })),
    );
  return { name, help, read };
}

/** Returns gauges of database connections and waiting jobs, and those of the services. */
export function gaugesOf(services: readonly Service[], hostPool: Pool): Gauge[] {
  const databases = services.flatMap(({ database }) => (database ? [database] : []));
  const requests = services.flatMap(({ pools }) => pools);
  const isShared = ({ pool }: JobDatabase): boolean => requests.some((other) => other.pool === pool);
  const pools: { name: string; pool: Pool }[] = [
    ...requests.map(({ schema, pool }) => ({ name: schema, pool })),
    // Behind a pooler the queue has connections of its own.
    ...databases.filter((one) => !isShared(one)).map(({ schema, pool }) => ({ name: `${schema}_jobs`, pool })),
    { name: "foyer", pool: hostPool },
  ];
  const connections = (state: string, pick: (pool: Pool) => number): Sample[] =>
    pools.map(({ name, pool }) => ({ labels: { service: name, state }, value: pick(pool) }));
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
    ...services.flatMap(({ gauges = [] }) => gauges),
  ];
}
