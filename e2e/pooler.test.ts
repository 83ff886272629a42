import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { connectQuery } from "@foyer/service-kit/db";
import { type TestDatabase, testDatabase } from "@foyer/testing/database";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually, freePort } from "@foyer/testing/running-system";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { debianProgram, unprivileged, versionOf } from "@foyer/testing/debian-program";
import { runImport } from "./import-lines.ts";
import { databaseUrlOf, instanceOn, rowsOf } from "./instance.ts";
import { linesWith, pendingSeats, post, signIn } from "./inviting.ts";

const isTorture = process.env["TORTURE"] === "1";
const CLIENTS = 60;
const SERVERS = 20;
const reads = ["/api/1.1/user/", "/api/1.1/managed_team_licenses/", "/api/1.1/purchases/", "/api/v2/plans"];
const REQUESTS = isTorture ? 5_000 : 500;

const shipped = fs.readFileSync(new URL("../deploy/ha/pgbouncer.ini", import.meta.url), "utf8");

const program = debianProgram("pgbouncer");
const version = program === null ? null : versionOf(program, "--version");
const isUsable = version !== null && (version[0] > 1 || version[1] >= 21);
const why = program === null ? "not installed" : `${version?.join(".")} is too old, 1.21 is needed`;
const name = isUsable ? "" : ` (skipped: PgBouncer is ${why}; PGBOUNCER_PATH names another)`;

test("HA-05 the shipped entries set each connection to what the code sets it to", () => {
  const acting = [
    ["foyer_host", "foyer"],
    ["foyer_accounts", "accounts"],
    ["foyer_purchase", "purchase"],
    ["foyer_sandbox", "sandbox"],
  ] as const;
  for (const [role, schema] of acting) {
    const line = shipped.split("\n").find((one) => one.startsWith(`${role} = `));
    expect(line).toContain(`connect_query='${connectQuery({ role, schema })}'`);
  }
});

interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** The shipped file with the places of this test in it. */
function settingsFor(ownerUrl: string, port: number, change: (text: string) => string): string {
  const { pathname, searchParams, username, password } = new URL(databaseUrlOf(ownerUrl));
  const database = pathname.slice(1);
  return change(
    shipped
      .replaceAll(/^foyer_/gm, `${database}_`)
      .replaceAll("host=127.0.0.1 port=5000", `host=${searchParams.get("host")}`)
      .replaceAll("dbname=foyer", `dbname=${database}`)
      .replaceAll("user=foyer_serving", `user=${username} password=${password}`)
      .replace("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`)
      .replace("auth_type = scram-sha-256", "auth_type = any")
      .replace(/^auth_file.*$/m, "")
      .replace("default_pool_size = 6", `default_pool_size = ${SERVERS / 4}`),
  );
}

const answersAt = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

async function poolerBefore(ownerUrl: string, change = (text: string): string => text): Promise<Pooler> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-pooler-"));
  const file = path.join(folder, "pgbouncer.ini");
  fs.writeFileSync(file, settingsFor(ownerUrl, port, change));
  const [command, args] = unprivileged(program ?? "pgbouncer", ["-q", file]);
  let said = "";
  const child: ChildProcess = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const isUp = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`);
    return answersAt(port);
  };
  await eventually(isUp, "PgBouncer");
  const { pathname } = new URL(databaseUrlOf(ownerUrl));
  return {
    url: `postgres://anybody@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.skipIf(!isUsable)(`HA-05 PgBouncer in transaction mode${name}`, () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let instance: Awaited<ReturnType<typeof instanceOn>>;
  let token: string;

  beforeAll(async () => {
    database = await testDatabase();
    await runImport(database.url, linesWith());
    pooler = await poolerBefore(database.url);
    instance = await instanceOn(database.url, {
      DATABASE_POOL_URL: pooler.url,
      DATABASE_POOL_CONNECTIONS: "30",
      DATABASE_CONNECTIONS: "8",
    });
    await instance.start();
    token = (await signIn(instance)).access_token;
  }, 120_000);
  afterAll(async () => {
    await instance.close();
    await pooler.stop();
    await database.close();
  });

  /** Connections of the pooler, which name no program, and of the instance, which name the role that they act as. */
  async function connections(): Promise<{ pooled: number; direct: number }> {
    const rows = await rowsOf<{ pooled: number; direct: number }>(
      database.url,
      `select count(*) filter (where application_name = '')::int as pooled,
         count(*) filter (where application_name like 'foyer_%')::int as direct
       from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
    );
    return rows[0] ?? { pooled: -1, direct: -1 };
  }

  test(`HA-05 F27 ${CLIENTS} clients on ${SERVERS} server connections, ${REQUESTS} mixed requests: none fails`, async () => {
    const statuses = new Map<string, number>();
    const invited: string[] = [];
    let n = 0;
    let most = 0;
    const ask = async (own: number): Promise<void> => {
      const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": `10.1.${own % 250}.1` };
      const email = `guest${own}@example.com`;
      const isWrite = own % 5 === 0 && invited.length < 300;
      const place = isWrite ? "/api/1.1/registration_seats/lic-1/" : (reads[own % reads.length] as string);
      const { status } = place.startsWith("/api/v2/")
        ? await fetch(`${instance.url}${place}`, { headers })
        : await post(instance, place, isWrite ? { seats: email } : {}, headers);
      if (isWrite && status === 200) invited.push(email);
      const key = `${place} ${status}`;
      statuses.set(key, (statuses.get(key) ?? 0) + 1);
    };
    const lane = async (): Promise<void> => {
      while (n < REQUESTS) await ask(n++);
    };
    const lanes = Promise.all(Array.from({ length: CLIENTS }, lane));
    const timer = setInterval(() => void connections().then(({ pooled }) => (most = Math.max(most, pooled))), 200);
    await lanes;
    clearInterval(timer);
    const { pooled, direct } = await connections();
    expect([...statuses.keys()].filter((key) => !key.endsWith(" 200"))).toEqual([]);
    expect(Math.max(most, pooled)).toBeLessThanOrEqual(SERVERS);
    expect(direct).toBeGreaterThan(0);
    expect(await pendingSeats(database.url)).toEqual(expect.arrayContaining(invited));
    expect(await brokenInvariants(databaseUrlOf(database.url))).toEqual([]);
  }, 120_000);

  test("HA-05 what is queued is done: jobs and their news go past the pooler", async () => {
    const due = "select 1 from accounts_jobs.jobs where run_at <= now() limit 1";
    const isDone = async (): Promise<boolean> => (await rowsOf(database.url, due)).length === 0;
    await eventually(isDone, "the end of all mails that are due", 60_000);
    expect(instance.output()).not.toMatch(/unhandled|"level":"error"/);
  });

  const startWith = async (change: (text: string) => string): Promise<string> => {
    const wrong = await poolerBefore(database.url, change);
    const other = await instanceOn(database.url, { DATABASE_POOL_URL: wrong.url });
    const outcome = await other.start().then(
      () => "started",
      (error: Error) => error.message,
    );
    await other.close();
    await wrong.stop();
    return outcome;
  };

  test("HA-05 an entry that does not act as its role, and a pooler that loses plans, are named at the start", async () => {
    expect(await startWith((text) => text.replaceAll(/ connect_query='[^']*'/g, ""))).toContain(
      "acts as postgres in public instead of foyer_host in foyer; its connect_query must be: set role = foyer_host;",
    );
    expect(
      await startWith((text) => text.replace(/max_prepared_statements = 300/, "max_prepared_statements = 0")),
    ).toContain("does not look after prepared statements");
  });

  test("HA-05 HA-01 the pooler's address in place of the server's is named at the start", async () => {
    const other = await instanceOn(pooler.url.replace(/\/[^/]*$/, (entry) => `${entry}_accounts`));
    const said = await other.start().then(
      () => "started",
      (error: Error) => error.message,
    );
    await other.close();
    expect(said).toContain("give its address as DATABASE_POOL_URL");
  });
});
