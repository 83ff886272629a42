import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { testDatabase } from "@foyer/testing/database";
import { expectWithin } from "@foyer/testing/durations";
import { eventually } from "@foyer/testing/running-system";
import { silentProxy } from "@foyer/testing/silent-proxy";
import { expect, test } from "vitest";
import { instanceOn } from "./instance.ts";

const home = fileURLToPath(new URL("..", import.meta.url));
const unit = fs.readFileSync(path.join(home, "deploy/foyer@.service"), "utf8");
const [, service = ""] = unit.split("[Service]");

test("HA-08 the unit starts an instance again without end, however long the database is away", () => {
  expect(unit.split("[Service]")[0]).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=always$/m);
  expect(service).toMatch(/^RestartSec=[1-5]$/m);
});

test("HA-08 the unit waits for as long as an instance takes to end", () => {
  // DRAIN_SECONDS in production, three more without further connections, and ten for what is under way.
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(service)?.[1])).toBeGreaterThanOrEqual(5 + 3 + 10);
});

test("HA-08 HA-01 F30 a start without any of its servers ends at once with one line that names the last one", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "foyer-away-"));
  const started = spawnSync(path.join(home, "node_modules/.bin/node"), ["apps/foyer/src/main.ts", "serve"], {
    cwd: home,
    encoding: "utf8",
    env: {
      ...process.env,
      DATABASE_URL: "postgres://foyer@/foyer?host=/tmp/nobody-1,/tmp/nobody-2",
      DATA_DIR: dataDir,
      PORT: "0",
    },
  });
  await rm(dataDir, { recursive: true, force: true });
  expect(started.status).toBe(1);
  expect(started.stderr).toBe(
    "Foyer cannot go on: DATABASE_URL: no server answers there: connect ENOENT /tmp/nobody-2/.s.PGSQL.5432. Its form is postgres://user:password@host:port/database\n",
  );
});

test("HA-08 a start that waits for its database ends at SIGTERM by itself, as the first process of a container must", async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "foyer-away-"));
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const start = spawn(path.join(home, "node_modules/.bin/node"), ["apps/foyer/src/main.ts", "serve"], {
    cwd: home,
    stdio: "ignore",
    env: { ...process.env, DATABASE_URL: `postgres://foyer:x@127.0.0.1:${port}/foyer`, DATA_DIR: dataDir, PORT: "0" },
  });
  await once(silent, "connection");
  start.kill("SIGTERM");
  // A process that does not listen has no status, but the signal.
  expect(await once(start, "exit")).toEqual([143, null]);
  silent.close();
  await rm(dataDir, { recursive: true, force: true });
});

const METRICS_TOKEN = "metrics-token-of-the-tests-0123456789";

test("R-74 HA-01 HA-02 a silent database: /readyz and /metrics answer, it is back when it speaks, and it ends", async () => {
  const database = await testDatabase();
  const proxy = await silentProxy(database.url);
  const instance = await instanceOn(proxy.url, { METRICS_TOKEN });
  await instance.start();
  const timed = async (path: string): Promise<{ status: number; ms: number; body: string }> => {
    const before = performance.now();
    const answer = await fetch(`${instance.url}${path}`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return { body: await answer.text(), status: answer.status, ms: performance.now() - before };
  };
  expect((await timed("/metrics")).body).toMatch(/^foyer_jobs_waiting\{/m);
  proxy.fallSilent();
  const [ready, metrics] = await Promise.all([timed("/readyz"), timed("/metrics")]);
  expect(ready.status).toBe(503);
  expectWithin(ready.ms, 2_900);
  expect(metrics.status).toBe(200);
  expectWithin(metrics.ms, 2_900);
  expect(metrics.body).toMatch(/^foyer_database_connections\{/m);
  expect(metrics.body).not.toMatch(/^foyer_jobs_waiting\{/m);
  proxy.speak();
  await eventually(() => instance.isReady(), "readiness after the silence", 15_000);
  proxy.fallSilent();
  const before = performance.now();
  expect(await instance.stop()).toBe(0);
  const ms = performance.now() - before;
  if (process.env["TORTURE"] === "1") process.stdout.write(`ended after ${Math.round(ms)} ms\n`);
  expectWithin(ms, 9_000);
  expect(instance.output()).not.toContain("unhandled rejection");
  await instance.close();
  proxy.close();
  await database.close();
}, 120_000);
