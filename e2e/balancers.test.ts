import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { type TestDatabase, testDatabase } from "@foyer/testing/database";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually, freePort } from "@foyer/testing/running-system";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { debianProgram } from "@foyer/testing/debian-program";
import { runImport } from "./import-lines.ts";
import { databaseUrlOf, instanceOn } from "./instance.ts";
import { linesWith, pendingSeats, signIn } from "./inviting.ts";
import { steadily } from "./steady-writes.ts";

/** Each restart takes some ten seconds: `npm run torture F29` makes the promised 20 behind each. */
const isTorture = process.env["TORTURE"] === "1";
const RESTARTS = Number(process.env["RESTARTS"] ?? 20);
/** Processes that only use the processor, beside everything else. */
const BUSY = Number(process.env["BUSY"] ?? 8);
const A_SECOND = 50;

interface Balancer {
  readonly name: string;
  /** The shipped file with the places of this test in it. */
  settings(port: number, instances: readonly string[]): string;
  checkArgs(file: string): string[];
  runArgs(file: string): string[];
}

const shipped = (file: string): string => fs.readFileSync(new URL(`../deploy/${file}`, import.meta.url), "utf8");
const hostOf = (url: string): string => new URL(url).host;
const withInstances = (text: string, [one = "", two = ""]: readonly string[]): string =>
  text.replace("127.0.0.1:4401", one).replace("127.0.0.1:4402", two);

const balancers: readonly Balancer[] = [
  {
    name: "nginx",
    settings: (port, instances) => {
      const site = withInstances(shipped("nginx.conf"), instances.map(hostOf))
        .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
        .replaceAll(/^ *ssl_.*$/gm, "");
      return `daemon off; pid nginx.pid; worker_processes 1; error_log stderr warn; events { worker_connections 512; }
        http { access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
        ${site} }`;
    },
    checkArgs: (file) => ["-t", "-q", "-p", path.dirname(file), "-c", file],
    runArgs: (file) => ["-p", path.dirname(file), "-c", file],
  },
  {
    name: "haproxy",
    settings: (port, instances) =>
      withInstances(shipped("haproxy.cfg"), instances.map(hostOf)).replace(/bind :443.*$/m, `bind 127.0.0.1:${port}`),
    checkArgs: (file) => ["-c", "-q", "-f", file],
    runArgs: (file) => ["-db", "-f", file],
  },
];

const left: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of left.splice(0).toReversed()) await close();
});

async function written(balancer: Balancer, port: number, instances: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-balancer-"));
  left.push(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, "settings.conf");
  fs.writeFileSync(file, balancer.settings(port, instances));
  return file;
}

async function start(balancer: Balancer, program: string, instances: readonly string[]): Promise<string> {
  const port = await freePort();
  const file = await written(balancer, port, instances);
  let said = "";
  const child: ChildProcess = spawn(program, balancer.runArgs(file), { stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  left.push(async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${balancer.name} ended: ${said}`);
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  };
  await eventually(answers, balancer.name);
  return url;
}

describe.each(balancers)("HA-07 the shipped file of $name", (balancer) => {
  const program = debianProgram(balancer.name);
  const isThere = program !== null;

  test.runIf(isThere)(`HA-07 is one that ${balancer.name} takes`, async () => {
    const file = await written(balancer, 8_080, ["http://127.0.0.1:1", "http://127.0.0.1:2"]);
    const checked = spawnSync(program ?? "", balancer.checkArgs(file), { encoding: "utf8" });
    expect(`${checked.stdout}${checked.stderr}`).toBe("");
    expect(checked.status).toBe(0);
  });
  test.runIf(isThere && balancer.name === "haproxy")(
    "FAULT-41 a late answer of /readyz does not take the only instance away",
    async () => {
      let lateChecks = 1;
      let checks = 0;
      const only = createServer((incoming, outgoing) => {
        const isLate = incoming.url === "/readyz" && ++checks > 1 && lateChecks-- > 0;
        setTimeout(() => outgoing.end("{}"), isLate ? 1_800 : 0);
      }).listen(0, "127.0.0.1");
      left.push(() => void only.close());
      await once(only, "listening");
      const { port } = only.address() as AddressInfo;
      const front = await start(balancer, program ?? "", [`http://127.0.0.1:${port}`, "http://127.0.0.1:1"]);
      const statuses = new Set<number>();
      const until = performance.now() + 6_000;
      while (performance.now() < until) {
        statuses.add((await fetch(`${front}/api/v2/plans`)).status);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(lateChecks, "one answer was late").toBeLessThan(1);
      expect([...statuses]).toEqual([200]);
    },
  );
  test.skipIf(isThere)(
    `HA-07 is tried where ${balancer.name} is installed (${balancer.name.toUpperCase()}_PATH names another)`,
    () => undefined,
  );

  describe.runIf(isTorture && isThere)(`HA-07 F29 behind ${balancer.name}`, () => {
    let database: TestDatabase;
    let instances: Awaited<ReturnType<typeof instanceOn>>[];
    beforeAll(async () => {
      database = await testDatabase();
      await runImport(database.url, linesWith());
      const env = { NODE_ENV: "production", LOG_LEVEL: "warn", ...production };
      instances = [await instanceOn(database.url, env), await instanceOn(database.url, env)];
      await Promise.all(instances.map((instance) => instance.start()));
    }, 120_000);
    afterAll(async () => {
      await Promise.all(instances.map((instance) => instance.close()));
      await database.close();
    });

    test(`HA-07 F29 ${RESTARTS} restarts under ${A_SECOND} requests a second by connections that stay: no request fails`, async () => {
      const front = await start(
        balancer,
        program ?? "",
        instances.map(({ url }) => url),
      );
      const { access_token } = await signIn({ url: front });
      left.push(...Array.from({ length: BUSY }, busyProcess));
      const load = askSteadily(front, access_token);
      for (let n = 0; n < RESTARTS; n++) {
        const instance = instances[n % 2];
        expect(await instance?.stop()).toBe(0);
        await instance?.start();
        // haproxy asks each second.
        await new Promise((resolve) => setTimeout(resolve, 2_500));
      }
      const { asked, failures, acknowledged } = await load.stop();
      process.stdout.write(`${balancer.name}: ${asked} requests, ${failures.length} failed\n`);
      expect(failures).toEqual([]);
      expect(asked).toBeGreaterThan(RESTARTS * A_SECOND);
      expect(await pendingSeats(database.url)).toEqual(expect.arrayContaining(acknowledged));
      expect(await brokenInvariants(databaseUrlOf(database.url))).toEqual([]);
    }, 600_000);
  });
});

/** Uses the processor until the returned function is called. */
function busyProcess(): () => void {
  const child = spawn(process.execPath, ["-e", "for (;;);"]);
  return () => void child.kill("SIGKILL");
}

/** Production settings, so that an instance drains as in production. */
const production = {
  PAYMENT_SANDBOX: "on",
  SMTP_URL: "smtp://127.0.0.1:9",
  MAIL_FROM: "account@example.com",
  ALLOW_POWERFUL_DATABASE_LOGIN: "on",
};

/** Asks 50 times a second by few connections that stay: reads of both services, and changes. */
function askSteadily(url: string, token: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const failures: string[] = [];
  const acknowledged: string[] = [];
  let asked = 0;
  const ask = (n: number): Promise<void> =>
    new Promise((resolve) => {
      const email = `guest${n}@example.com`;
      const [method, place, body] =
        n % 10 === 0
          ? (["POST", "/api/1.1/registration_seats/lic-1/", { seats: email }] as const)
          : n % 3 === 0
            ? (["GET", "/api/v2/plans", null] as const)
            : (["POST", "/api/1.1/managed_team_licenses/", {}] as const);
      const headers = { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json" } : {}) };
      const sent = request(`${url}${place}`, { method, headers, agent }, (answer) => {
        answer.resume();
        answer.once("end", () => {
          if (answer.statusCode !== 200) failures.push(`${place} ${answer.statusCode}`);
          else if (n % 10 === 0) acknowledged.push(email);
          resolve();
        });
        answer.once("error", (error) => {
          failures.push(`${place} ${error.message}`);
          resolve();
        });
      });
      sent.once("error", (error) => {
        failures.push(`${place} ${error.message}`);
        resolve();
      });
      sent.end(body ? JSON.stringify(body) : undefined);
    });
  const stop = steadily(A_SECOND, () => ask(asked++));
  return {
    stop: async () => {
      await stop();
      agent.destroy();
      return { asked, failures, acknowledged };
    },
  };
}
