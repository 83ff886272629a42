import { randomUUID } from "node:crypto";
import { Logger as WorkerLogger, type Runner, run, runOnce, type TaskList } from "graphile-worker";
import type { PoolClient } from "pg";
import type { z } from "zod";
import type { AnyDatabase, AnyQueryable } from "./db.ts";
import { keepAsking } from "./writable-pool.ts";
import { freeLock, insertJob, tryLock } from "./job-store.ts";
import type { Logger } from "./log.ts";
import { isOutage } from "./outage.ts";
import { queuePool } from "./queue-pool.ts";
import { freeAbandonedJobs, type OwnJobs, ownJobs, type ShownWorkers, showWorkers } from "./worker-life.ts";

/** Work that is queued in a transaction and runs after it at least once, with growing delays between attempts. */
export interface JobDefinition<Payload> {
  /** Must stay the same, because queued jobs survive a deployment. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Throwing requests another attempt. */
  run(payload: Payload, job: JobRun): Promise<void>;
  /** Number of attempts; 25, the default, take about four days. */
  readonly maxAttempts?: number;
}

export interface JobRun {
  /** 1 at the first attempt. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  readonly log: Logger;
}

// A list contains jobs with different payloads; each payload is checked against its schema before the job runs.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJob = JobDefinition<any>;

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

export interface JobOptions {
  /** Replaces an unstarted job with the same key. */
  readonly key?: string;
  /** Wall-clock time. For the product's clock, use a sweep instead. */
  readonly runAt?: Date;
  /** Due jobs with a smaller number run first; 0 by default. */
  readonly priority?: number;
}

/** Queues `job` in the caller's transaction, so that a rollback removes it. */
export type AddJob = <Payload>(
  tx: AnyQueryable,
  job: Pick<JobDefinition<Payload>, "name" | "payload" | "maxAttempts">,
  payload: Payload,
  options?: JobOptions,
) => Promise<void>;

/** Queues jobs of a service. @param schema the service's; its jobs are in `<schema>_jobs`. */
export function jobQueue(schema: string): AddJob {
  return async (tx, job, payload, options = {}) => {
    await insertJob(tx, schema, {
      name: job.name,
      payload: JSON.stringify(payload),
      runAt: options.runAt ?? null,
      maxAttempts: job.maxAttempts ?? 25,
      key: options.key ?? null,
      priority: options.priority ?? 0,
    });
  };
}

/** Work that runs every few seconds and handles what is due by the product's clock. */
export interface Sweep {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<void>;
}

export interface Worker {
  /** Waits for running jobs and starts no further ones. */
  stop(): Promise<void>;
  /** Runs every sweep now, one after the other, regardless of other instances. */
  sweepNow(): Promise<void>;
}

export interface WorkerOptions {
  // The worker uses only the queue's own tables, not the service's.
  readonly database: Pick<AnyDatabase, "pool" | "schema">;
  readonly jobs: readonly AnyJob[];
  readonly sweeps: readonly Sweep[];
  readonly log: Logger;
  readonly concurrency?: number;
}

function taskList(jobs: readonly AnyJob[], log: Logger): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload, helpers) => {
        const { attempts, max_attempts: maxAttempts, id } = helpers.job;
        const jobLog = log.child({ job: job.name, jobId: id, attempt: attempts });
        try {
          await job.run(job.payload.parse(payload), {
            attempt: attempts,
            isLastAttempt: attempts >= maxAttempts,
            log: jobLog,
          });
        } catch (error) {
          jobLog.warn({ err: error }, "job failed");
          throw error;
        }
      },
    ]),
  );
}

/** Passes on only the library's errors; the tasks log failed jobs themselves. */
function workerLog(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, { error }) => {
    if (level !== "error" || message.startsWith("Failed task")) return;
    // The library retries by itself, and failing requests report the outage.
    if (isOutage(error)) log.warn(message);
    else log.error(message);
  });
}

/** Runs a sweep unless another instance runs it. Never throws: an error is logged, and the sweep runs again later. */
async function runSweep(sweep: Sweep, { database, log }: WorkerOptions): Promise<void> {
  const key = `${database.schema}.${sweep.name}`;
  let client: PoolClient | null = null;
  try {
    client = await database.pool.connect();
    if (await tryLock(client, key)) {
      const stopAsking = keepAsking(client);
      await sweep.run().finally(stopAsking);
      await freeLock(client, key);
    }
    client.release();
  } catch (error) {
    log.warn({ err: error, sweep: sweep.name }, "sweep failed");
    // Closing the connection releases its lock.
    client?.release(true);
  }
}

/** Frees the jobs of a killed process, so that other processes take them within seconds. */
function abandonedJobsSweep(database: WorkerOptions["database"], shown: ShownWorkers, log: Logger): Sweep {
  return {
    name: "free-abandoned-jobs",
    everySeconds: 5,
    run: async () => {
      const workers = shown.isSettled() ? await freeAbandonedJobs(database) : [];
      if (workers.length > 0) log.warn({ workers }, "jobs of dead workers were freed");
    },
  };
}

/** Each process frees its own lost jobs, so the name contains a random part: other processes' sweeps do not exclude it. */
function lostJobsSweep(own: OwnJobs, log: Logger): Sweep {
  return {
    name: `free-lost-jobs-${randomUUID()}`,
    everySeconds: 3,
    run: async () => {
      const jobs = await own.freeLost();
      if (jobs.length > 0) log.warn({ jobs }, "assigned jobs that never arrived run again");
    },
  };
}

/** Starts running the service's jobs and sweeps in this process. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, jobs, log, concurrency = 4 } = options;
  const own = ownJobs(database);
  const queue = queuePool(database.pool, (jobId) => own.recorded(jobId));
  const shown = await showWorkers(database, log, own.events);
  const sweeps = [...options.sweeps, abandonedJobsSweep(database, shown, log), lostJobsSweep(own, log)];
  const runner: Runner = await run({
    events: own.events,
    pgPool: queue.pool,
    schema: `${database.schema}_jobs`,
    taskList: taskList(jobs, log),
    concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: workerLog(log),
  });
  let running = Promise.resolve();
  const timers = sweeps.map((sweep) => {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      void runSweep(sweep, options).finally(() => {
        busy = false;
      });
    }, sweep.everySeconds * 1_000);
    timer.unref();
    return timer;
  });
  // The library ended by itself. The jobs run after the next start of the process.
  runner.promise.catch((error: unknown) => log.error({ err: error }, "the worker ended"));
  return {
    sweepNow: () => {
      running = running.then(async () => {
        for (const sweep of sweeps) await runSweep(sweep, options);
      });
      return running;
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await running;
      queue.stop();
      await runner.stop();
      shown.stop();
    },
  };
}

/** Runs every due job and returns; for tests and commands. */
export async function drainJobs({ database, jobs, log }: Omit<WorkerOptions, "sweeps">): Promise<void> {
  await runOnce({
    pgPool: database.pool,
    schema: `${database.schema}_jobs`,
    taskList: taskList(jobs, log),
    logger: workerLog(log),
  });
}
