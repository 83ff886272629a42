import { Logger as WorkerLogger, type Runner, run, runOnce, type TaskList } from "graphile-worker";
import type { PoolClient } from "pg";
import type { z } from "zod";
import type { AnyDatabase, AnyQueryable } from "./db.ts";
import { freeLock, insertJob, tryLock } from "./job-store.ts";
import type { Logger } from "./log.ts";
import { freeAbandonedJobs, showWorkers } from "./worker-life.ts";

/** Work that is queued in a transaction and done after it, at least once, with growing pauses between tries. */
export interface JobDefinition<Payload> {
  /** Stable: jobs in the queue carry it over a deployment. */
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** Throwing asks for another try. */
  run(payload: Payload, job: JobRun): Promise<void>;
  /** Tries in all; 25, the default, last about four days. */
  readonly maxAttempts?: number;
}

export interface JobRun {
  /** 1 at the first try. */
  readonly attempt: number;
  readonly isLastAttempt: boolean;
  readonly log: Logger;
}

// A list of jobs holds payloads of any kind; each is checked by its own schema before it runs.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyJob = JobDefinition<any>;

export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  return definition;
}

export interface JobOptions {
  /** Replaces a job of the same key that has not started. */
  readonly key?: string;
  /** Wall time; what falls due by the product's clock belongs to a sweep. */
  readonly runAt?: Date;
  /** Of the jobs that are due, those with a smaller number come first; 0 unless told. */
  readonly priority?: number;
}

/** Queues `job` in the caller's transaction: a rollback takes it with it. */
export type AddJob = <Payload>(
  tx: AnyQueryable,
  job: Pick<JobDefinition<Payload>, "name" | "payload" | "maxAttempts">,
  payload: Payload,
  options?: JobOptions,
) => Promise<void>;

/** @param schema the service's; its jobs are in `<schema>_jobs`. */
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

/** Work that looks every few seconds for what has fallen due by the product's clock. */
export interface Sweep {
  readonly name: string;
  readonly everySeconds: number;
  run(): Promise<void>;
}

export interface Worker {
  /** Lets running jobs end, starts no further ones. */
  stop(): Promise<void>;
  /** Runs every sweep now, one after the other, whichever instance had its turn last. */
  sweepNow(): Promise<void>;
}

export interface WorkerOptions {
  // The worker touches only the queue's own tables, whatever the service's are.
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

/** The library's own messages at the levels that matter; failures are logged by the tasks themselves. */
function workerLog(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === "error" && !message.startsWith("Failed task")) log.error(message);
  });
}

/** Runs one sweep unless another instance is at it. It never fails: what goes wrong is logged, and its turn comes again. */
async function runSweep(sweep: Sweep, { database, log }: WorkerOptions): Promise<void> {
  const key = `${database.schema}.${sweep.name}`;
  let client: PoolClient | null = null;
  try {
    client = await database.pool.connect();
    if (await tryLock(client, key)) {
      await sweep.run();
      await freeLock(client, key);
    }
    client.release();
  } catch (error) {
    log.warn({ err: error, sweep: sweep.name }, "sweep failed");
    // Its lock ends with the connection.
    client?.release(true);
  }
}

/** What a process that was killed left half done is taken up by the others, or by the next one, within seconds. */
function abandonedJobsSweep(database: WorkerOptions["database"], log: Logger): Sweep {
  return {
    name: "free-abandoned-jobs",
    everySeconds: 5,
    run: async () => {
      const workers = await freeAbandonedJobs(database);
      if (workers.length > 0) log.warn({ workers }, "jobs of workers that died are done again");
    },
  };
}

/** Starts doing the service's jobs and sweeps in this process. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { database, jobs, log, concurrency = 4 } = options;
  const sweeps = [...options.sweeps, abandonedJobsSweep(database, log)];
  const shown = await showWorkers(database, log);
  const runner: Runner = await run({
    events: shown.events,
    pgPool: database.pool,
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
  // It ends like this only when the library gives up by itself; the next start of the process takes the jobs up.
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
      await runner.stop();
      shown.stop();
    },
  };
}

/** Does every job that is due, and ends: for tests and commands. */
export async function drainJobs({ database, jobs, log }: Omit<WorkerOptions, "sweeps">): Promise<void> {
  await runOnce({
    pgPool: database.pool,
    schema: `${database.schema}_jobs`,
    taskList: taskList(jobs, log),
    logger: workerLog(log),
  });
}
