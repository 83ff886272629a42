import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "@foyer/service-kit/postgres-server";
import { expectWithin } from "@foyer/testing/durations";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually } from "@foyer/testing/running-system";
import { testDatabase } from "@foyer/testing/database";
import pg from "pg";
import { expect, test } from "vitest";
import { runImport } from "./import-lines.ts";
import { databaseUrlOf, instanceOn } from "./instance.ts";
import { linesWith, signIn } from "./inviting.ts";
import { balance } from "./load-balancer.ts";
import { steadily } from "./steady-writes.ts";

/** `npm run torture` runs the promised 15 restarts, and 60 s of outage. */
const RESTARTS = Number(process.env["RESTARTS"] ?? 2);
const OUTAGE_SECONDS = Number(process.env["OUTAGE_SECONDS"] ?? 2);
const A_SECOND = 50;

const lines = linesWith({ total_seats: 5 });
const tokenAt = async (url: string): Promise<string> => (await signIn({ url })).access_token;

/**
 * Sends 50 reads a second, and an occasional change, until stopped. Returns the number of requests and the failures.
 */
function askSteadily(url: string, token: string): { stop(): Promise<{ asked: number; failures: string[] }> } {
  const failures: string[] = [];
  let asked = 0;
  const ask = async (): Promise<void> => {
    const n = asked++;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const address = n % 10 === 0 ? `${url}/api/1.1/managed_team_licenses/` : `${url}/api/1.1/user/`;
    try {
      const answer = await fetch(address, { method: "POST", headers, body: "{}", signal: AbortSignal.timeout(20_000) });
      await answer.text();
      if (answer.status !== 200) failures.push(`${address} ${answer.status}`);
    } catch (error) {
      failures.push(`${address} ${String(error)}`);
    }
  };
  const stop = steadily(A_SECOND, ask);
  return {
    stop: async () => {
      await stop();
      return { asked, failures };
    },
  };
}

test(`R-74 R-76 F20 two instances under ${A_SECOND} requests a second, restarted in turn ${RESTARTS} times: no request fails`, async () => {
  const database = await testDatabase();
  await runImport(database.url, lines);
  const env = { DRAIN_SECONDS: "2" };
  const instances = [await instanceOn(database.url, env), await instanceOn(database.url, env)];
  await Promise.all(instances.map((instance) => instance.start()));
  const front = await balance(instances.map(({ url }) => url));
  const load = askSteadily(front.url, await tokenAt(front.url));
  for (let n = 0; n < RESTARTS; n++) {
    const instance = instances[n % 2];
    expect(await instance?.stop()).toBe(0);
    await instance?.start();
    // The load balancer must notice the restarted instance before the other one stops.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const { asked, failures } = await load.stop();
  front.close();
  for (const instance of instances) await instance.close();
  expect(failures).toEqual([]);
  expect(asked).toBeGreaterThan(RESTARTS * A_SECOND);
  expect(await brokenInvariants(database.url)).toEqual([]);
  await database.close();
}, 600_000);

async function timed(url: string, token: string): Promise<{ status: number; ms: number }> {
  const before = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await fetch(`${url}/api/1.1/user/`, { method: "POST", headers });
  return { status, ms: performance.now() - before };
}

/** Starts a PostgreSQL server and an instance on it, with a person signed in. */
async function onOwnServer() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-outage-"));
  const cluster = path.join(folder, "postgres");
  const server = await startPostgres(cluster);
  const instance = await instanceOn(server.url);
  await instance.start();
  await runImport(server.url, lines);
  return {
    cluster,
    server,
    instance,
    token: await tokenAt(instance.url),
    close: async () => {
      await instance.close();
      await (await startPostgres(cluster)).stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test(
  `R-75 F2 PostgreSQL stopped for ${OUTAGE_SECONDS} s: 503 within 5 s, alive but not ready, and back within 5 s`,
  async () => {
    const { cluster, server, instance, token, close } = await onOwnServer();
    await server.stop();
    const until = performance.now() + OUTAGE_SECONDS * 1_000;
    while (performance.now() < until) {
      const { status, ms } = await timed(instance.url, token);
      expect(status).toBe(503);
      expectWithin(ms, 5_000);
      expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
      expect(await instance.isReady()).toBe(false);
    }
    await startPostgres(cluster);
    const before = performance.now();
    await eventually(async () => (await timed(instance.url, token)).status === 200, "an answer after the outage");
    expectWithin(performance.now() - before, 5_000);
    expect(await instance.isReady()).toBe(true);
    expect(await brokenInvariants(server.url)).toEqual([]);
    await close();
  },
  (OUTAGE_SECONDS + 240) * 1_000,
);

test("R-75 R-79 PostgreSQL stopped and started again under the workers: no unhandled rejection, and they continue", async () => {
  const { cluster, server, instance, close } = await onOwnServer();
  const written = (text: string): number => instance.output().split(text).length - 1;
  await server.stop();
  // Each service has a sweep that runs every five seconds.
  const tried = (): number => written('"msg":"sweep failed"') + written("unhandled rejection");
  await eventually(async () => tried() >= 2, "a sweep without a database", 30_000);
  const again = await startPostgres(cluster);
  await eventually(() => instance.isReady(), "readiness after the outage", 10_000);
  const failed = written('"msg":"sweep failed"');
  const pool = new pg.Pool({ connectionString: databaseUrlOf(again.url) });
  const isLocked = `select 1 from pg_locks where locktype = 'advisory' and classid = hashtext('foyer worker')::oid::bigint`;
  await eventually(async () => (await pool.query(isLocked)).rowCount, "workers that show that they live", 15_000);
  await pool.end();
  expect(failed).toBeGreaterThanOrEqual(2);
  expect(written("unhandled rejection")).toBe(0);
  await close();
}, 120_000);

test("R-75 F5 a table that somebody keeps locked: 503 within 5 s, and others go on", async () => {
  const database = await testDatabase();
  await runImport(database.url, lines);
  const instance = await instanceOn(database.url);
  await instance.start();
  const token = await tokenAt(instance.url);
  const owner = new pg.Client({ connectionString: databaseUrlOf(database.url) });
  await owner.connect();
  await owner.query("begin; lock table accounts.licenses in access exclusive mode");
  const before = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const stuck = fetch(`${instance.url}/api/1.1/purchases/`, { method: "POST", headers });
  expect((await timed(instance.url, token)).status).toBe(200);
  expect((await stuck).status).toBe(503);
  expectWithin(performance.now() - before, 5_000);
  await owner.query("rollback");
  expect((await fetch(`${instance.url}/api/1.1/purchases/`, { method: "POST", headers })).status).toBe(200);
  await owner.end();
  await instance.close();
  await database.close();
}, 120_000);

test("R-75 F5 a PostgreSQL that has come to a halt: 503 within 5 s, and back when it goes on", async () => {
  const { cluster, server, instance, token, close } = await onOwnServer();
  const probe = new pg.Client({ connectionString: server.url });
  await probe.connect();
  const { rows } = await probe.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  await probe.end();
  // Without the first process the server takes no connection in place of a stuck one.
  const first = Number((await readFile(path.join(cluster, "postmaster.pid"), "utf8")).split("\n")[0]);
  const stopped = [first, ...rows.map(({ pid }) => pid)];
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  // Every connection of the pool is stuck: some answers arrive only after an earlier one timed out.
  const answers = await Promise.all(Array.from({ length: 8 }, () => timed(instance.url, token)));
  for (const { status, ms } of answers) {
    expect([200, 503]).toContain(status);
    expectWithin(ms, 5_500);
  }
  expect(answers.some(({ status }) => status === 503)).toBe(true);
  expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
  for (const pid of stopped) process.kill(pid, "SIGCONT");
  await eventually(async () => (await timed(instance.url, token)).status === 200, "an answer after the halt", 10_000);
  await close();
}, 120_000);
