import { type SilentProxy, silentProxy } from "@foyer/testing/silent-proxy";
import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { type AnyDatabase, type Database, inTransaction, openDatabase, openPool } from "./db.ts";
import { keepAsking } from "./writable-pool.ts";
import { type AnyJob, defineJob, drainJobs, jobQueue, startWorker, type Sweep, type Worker } from "./jobs.ts";
import { createLog } from "./log.ts";
import { accountsDatabase } from "./testing/test-service.ts";
import { freeAbandonedJobs } from "./worker-life.ts";

interface Tables {
  rate_limits: { key: string; window_started_at: Date; tries: number };
}

const { url, open } = await accountsDatabase();
const [first, second] = [open<Tables>(), open<Tables>()];
const workers: Worker[] = [];
const log = createLog({ level: "silent" });
const add = jobQueue("accounts");

const asAny = (database: Database<Tables>): Pick<AnyDatabase, "pool" | "schema"> => database;

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await first.pool.query("delete from rate_limits");
  // Deletes all jobs, also failed ones, so that they do not affect the next test.
  await first.pool.query("select accounts_jobs.complete_jobs(array_agg(id)) from accounts_jobs.jobs");
});

async function working(database: Database<Tables>, jobs: AnyJob[], sweeps: Sweep[] = []): Promise<Worker> {
  const worker = await startWorker({ database: asAny(database), jobs, sweeps, log });
  workers.push(worker);
  return worker;
}

function noting(name: string, behave: (attempt: number) => void = () => undefined) {
  const done: { n: number; attempt: number; isLastAttempt: boolean }[] = [];
  const job = defineJob({
    name,
    payload: z.object({ n: z.int() }),
    run: async ({ n }, { attempt, isLastAttempt }) => {
      done.push({ n, attempt, isLastAttempt });
      behave(attempt);
    },
  });
  return { job, done };
}

const waitingJobs = async (): Promise<number> =>
  Number((await first.pool.query<{ n: number }>("select count(*)::int as n from accounts_jobs.jobs")).rows[0]?.n);

/**
 * The failure of the one job, and the seconds until its next attempt. Waits, because the library stores it after the job ended.
 */
async function failure(): Promise<{ message: string; wait: number }> {
  return vi.waitFor(async () => {
    const { rows } = await first.pool.query<{ message: string; wait: number }>(
      `select last_error as message, extract(epoch from run_at - now())::float8 as wait
       from accounts_jobs.jobs where last_error is not null and locked_at is null and run_at > now() + interval '0.5 s'`,
    );
    const [row] = rows;
    if (!row) throw new Error("no failure is noted yet");
    return row;
  });
}

test("a job queued in a transaction that rolls back never runs", async () => {
  const { job, done } = noting("rolled-back");
  const failing = inTransaction(first.kysely, async (tx) => {
    await add(tx, job, { n: 1 });
    await tx.insertInto("rate_limits").values({ key: "x", window_started_at: new Date(), tries: 1 }).execute();
    throw new Error("the business said no");
  });
  await expect(failing).rejects.toThrow("the business said no");
  expect(await waitingJobs()).toBe(0);
  await drainJobs({ database: asAny(first), jobs: [job], log });
  expect(done).toEqual([]);
});

test("R-77 a job queued in a transaction runs after it commits, not before", async () => {
  const { job, done } = noting("committed");
  await working(first, [job]);
  await inTransaction(second.kysely, async (tx) => {
    await add(tx, job, { n: 7 });
    await sql`select pg_sleep(0.1)`.execute(tx);
    expect(done).toEqual([]);
  });
  await vi.waitFor(() => expect(done).toMatchObject([{ n: 7, attempt: 1 }]), { timeout: 5_000 });
});

test("a failing job is retried with growing delays, and knows its last attempt", async () => {
  const { job, done } = noting("flaky", (attempt) => {
    if (attempt < 3) throw new Error("not yet");
  });
  await add(first.kysely, { ...job, maxAttempts: 3 }, { n: 1 });
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    await drainJobs({ database: asAny(first), jobs: [job], log });
    if (attempt < 3) waits.push((await failure()).wait);
    await first.pool.query(
      "select accounts_jobs.reschedule_jobs(array_agg(id), run_at := now()) from accounts_jobs.jobs",
    );
  }
  expect(done).toEqual([
    { n: 1, attempt: 1, isLastAttempt: false },
    { n: 1, attempt: 2, isLastAttempt: false },
    { n: 1, attempt: 3, isLastAttempt: true },
  ]);
  expect(waits).toHaveLength(2);
  expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5);
  await vi.waitFor(async () => expect(await waitingJobs()).toBe(0));
});

test("a payload that does not match its schema fails the job without running it", async () => {
  const { job, done } = noting("strict");
  await add(first.kysely, { name: job.name, payload: z.object({ n: z.string() }), maxAttempts: 1 }, { n: "seven" });
  await drainJobs({ database: asAny(first), jobs: [job], log });
  expect(done).toEqual([]);
  expect((await failure()).message).toMatch(/expected number/);
});

test("a job with the same key replaces the queued one", async () => {
  const { job, done } = noting("keyed");
  await add(first.kysely, job, { n: 1 }, { key: "one" });
  await add(first.kysely, job, { n: 2 }, { key: "one" });
  await drainJobs({ database: asAny(first), jobs: [job], log });
  expect(done.map(({ n }) => n)).toEqual([2]);
});

test("R-76 two instances run each of a hundred jobs once", async () => {
  const left = noting("shared");
  const right = noting("shared");
  await working(first, [left.job]);
  await working(second, [right.job]);
  await inTransaction(first.kysely, async (tx) => {
    for (let n = 0; n < 100; n++) await add(tx, left.job, { n });
  });
  await vi.waitFor(() => expect(left.done.length + right.done.length).toBe(100), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await waitingJobs()).toBe(0));
  const numbers = [...left.done, ...right.done].map(({ n }) => n);
  expect(new Set(numbers).size).toBe(100);
});

test("R-73 R-77 the job of a dead worker is run by another one within seconds", async () => {
  const { job, done } = noting("abandoned");
  await add(first.kysely, job, { n: 1 });
  await first.pool.query(
    "update accounts_jobs._private_jobs set locked_by = 'worker-dead', locked_at = now() - interval '6 s', attempts = 1",
  );
  await working(second, [job]);
  await vi.waitFor(() => expect(done).toEqual([{ n: 1, attempt: 2, isLastAttempt: false }]), { timeout: 15_000 });
});

test("HA-03 a job that never reached its living worker runs within seconds, and its attempt is not counted", async () => {
  const names: string[] = [];
  const job = defineJob({
    name: "given-and-lost",
    payload: z.object({ n: z.int() }),
    maxAttempts: 1,
    run: async ({ n }) => {
      const { rows } = await first.pool.query<{ locked_by: string }>(
        "select locked_by from accounts_jobs._private_jobs where payload::text = $1",
        [JSON.stringify({ n })],
      );
      names.push(rows[0]?.locked_by ?? "nobody");
    },
  });
  const worker = await working(first, [job]);
  await add(first.kysely, job, { n: 1 });
  await vi.waitFor(() => expect(names).toHaveLength(1), { timeout: 15_000 });
  await add(second.kysely, job, { n: 2 }, { runAt: new Date(Date.now() + 3_600_000) });
  // Assigned in the database, and the answer was lost.
  await second.pool.query(
    "update accounts_jobs._private_jobs set run_at = now(), locked_by = $1, locked_at = now() - interval '9 s', attempts = 1",
    names,
  );
  await worker.sweepNow();
  await vi.waitFor(() => expect(names).toHaveLength(2), { timeout: 15_000 });
  expect(names[1]).toBe(names[0]);
});

test("R-76 HA-03 the job of a living worker is not freed, however long it takes", async () => {
  let isTaken = false;
  const ending = Promise.withResolvers<void>();
  const job = defineJob({
    name: "slow",
    payload: z.object({ n: z.int() }),
    run: async () => {
      isTaken = true;
      await ending.promise;
    },
  });
  const worker = await working(first, [job]);
  await add(first.kysely, job, { n: 1 });
  await vi.waitFor(() => expect(isTaken).toBe(true), { timeout: 15_000 });
  await first.pool.query("update accounts_jobs._private_jobs set locked_at = now() - interval '1 hour'");
  expect(await freeAbandonedJobs(asAny(second))).toEqual([]);
  expect(await freeAbandonedJobs(asAny(first))).toEqual([]);
  await worker.sweepNow();
  expect(
    (await first.pool.query("select locked_by from accounts_jobs._private_jobs")).rows[0].locked_by,
  ).not.toBeNull();
  ending.resolve();
  await vi.waitFor(async () => expect(await waitingJobs()).toBe(0), { timeout: 15_000 });
});

const marks = async (): Promise<{ pid: number }[]> =>
  (
    await first.pool.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and granted and classid = hashtext('foyer worker')::oid",
    )
  ).rows;

test("HA-02 HA-03 a worker's mark and listener are replaced when their server falls silent", async () => {
  const before = (await marks()).map(({ pid }) => pid);
  const proxies = [await silentProxy(url), await silentProxy(url)];
  const [silent, other] = proxies as [SilentProxy, SilentProxy];
  const database = openDatabase<Tables>({
    url: silent.url.replace(/@[^/]*/, `@${silent.place},${other.place}`),
    role: "foyer_accounts",
    schema: "accounts",
  });
  const worker = await startWorker({ database: asAny(database), jobs: [], sweeps: [], log });
  await vi.waitFor(async () => expect(await marks()).toHaveLength(before.length + 1), { timeout: 5_000 });
  const [old] = (await marks()).filter(({ pid }) => !before.includes(pid));
  silent.fallSilent();
  await vi.waitFor(async () => expect(await marks()).toHaveLength(before.length + 2), { timeout: 15_000 });
  await first.pool.query("select pg_terminate_backend($1)", [old?.pid]).catch(() => undefined);
  await vi.waitFor(() => expect(silent.open()).toBe(0), { timeout: 10_000 });
  await worker.stop();
  await database.close();
  for (const proxy of proxies) proxy.close();
}, 40_000);

test("HA-02 HA-04 a held connection ends when its server gives no answer, or was left for another one", async () => {
  const proxy = await silentProxy(url);
  const pool = openPool({ url: proxy.url, role: "foyer_accounts", schema: "accounts" });
  const left = await pool.connect();
  const ended = new Promise((resolve) => left.once("error", resolve));
  const refusing = await pool.connect();
  keepAsking(left, 20);
  await refusing.query("begin transaction read only");
  await expect(refusing.query("delete from rate_limits")).rejects.toMatchObject({ code: "25006" });
  await ended;
  left.release();
  refusing.release();
  const silent = await pool.connect();
  const stop = keepAsking(silent, 20);
  await new Promise((resolve) => setTimeout(resolve, 100));
  proxy.fallSilent();
  await new Promise((resolve) => silent.once("error", resolve));
  stop();
  silent.release();
  await pool.end();
  proxy.close();
});

test("HA-03 a job is freed as soon as no connection marks its worker as alive, and not before", async () => {
  const client = await first.pool.connect();
  await client.query("select pg_advisory_lock_shared(hashtext('foyer worker'), hashtext('worker-x'))");
  const { job } = noting("held");
  await add(first.kysely, job, { n: 1 });
  await first.pool.query(
    "update accounts_jobs._private_jobs set locked_by = 'worker-x', locked_at = now() - interval '1 hour', attempts = 1",
  );
  expect(await freeAbandonedJobs(asAny(second))).toEqual([]);
  await client.query("select pg_advisory_unlock_shared(hashtext('foyer worker'), hashtext('worker-x'))");
  client.release();
  expect(await freeAbandonedJobs(asAny(second))).toEqual(["worker-x"]);
});

test("R-76 only one of two instances runs a sweep at a time", async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const sweep: Sweep = {
    name: "due",
    everySeconds: 3_600,
    run: async () => {
      running++;
      runs++;
      most = Math.max(most, running);
      await first.pool.query("select pg_sleep(0.05)");
      running--;
    },
  };
  const instances = [await working(first, [], [sweep]), await working(second, [], [sweep])];
  await Promise.all([0, 1, 2, 3].flatMap(() => instances.map((worker) => worker.sweepNow())));
  expect(most).toBe(1);
  // A turn is left out while the other instance has it, so the number depends on the machine's load.
  expect(runs).toBeGreaterThan(0);
});

test("a failing sweep does not stop other sweeps or its own next run", async () => {
  const ran: string[] = [];
  const sweeps: Sweep[] = [
    {
      name: "broken",
      everySeconds: 3_600,
      run: async () => {
        ran.push("broken");
        throw new Error("no");
      },
    },
    { name: "sound", everySeconds: 3_600, run: async () => void ran.push("sound") },
  ];
  const worker = await working(first, [], sweeps);
  await worker.sweepNow();
  await worker.sweepNow();
  expect(ran).toEqual(["broken", "sound", "broken", "sound"]);
});

test("sweeps run every few seconds", async () => {
  let runs = 0;
  await working(first, [], [{ name: "often", everySeconds: 0.02, run: async () => void runs++ }]);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(2), { timeout: 5_000 });
});

test("R-74 stopping waits for the running job", async () => {
  let ended = false;
  const begun = Promise.withResolvers<void>();
  const job = defineJob({
    name: "slow",
    payload: z.object({}),
    run: async () => {
      begun.resolve();
      await second.pool.query("select pg_sleep(0.3)");
      ended = true;
    },
  });
  const worker = await working(first, [job]);
  await add(first.kysely, job, {});
  await begun.promise;
  await worker.stop();
  expect(ended).toBe(true);
  workers.length = 0;
});
