import { execFile } from "node:child_process";
import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually } from "@foyer/testing/running-system";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { debianProgram } from "@foyer/testing/debian-program";
import { runImport } from "./import-lines.ts";
import { type Instance, instanceOn, rowsOf } from "./instance.ts";
import { linesWith, pendingSeats, post, signIn } from "./inviting.ts";
import { type PatroniCluster, patroniCluster, takesWrites } from "./patroni-cluster.ts";
import { dataOf, type Member, missingForPatroni } from "./patroni-settings.ts";
import { expectQuietLogs, lockedJobs, writeSteadily } from "./steady-writes.ts";

// The README of deploy/ha and its page of docs/operations.md, as tried: some five minutes, in `npm run torture` alone.

const isTorture = process.env["TORTURE"] === "1";
const missing = isTorture ? missingForPatroni() : null;
const isTried = isTorture && missing === null;
/** Requests succeed again so soon after the promotion. */
const BACK_MS = 5_000;

test.skipIf(isTried)(
  `HA-02 HA-09 F25 Patroni's failovers and backups (skipped: ${missing === null ? "npm run torture F25 tries them" : `the packages are missing: ${missing}`})`,
  () => undefined,
);

const execute = promisify(execFile);
const shipped = (file: string): string => fs.readFileSync(new URL(`../deploy/ha/${file}`, import.meta.url), "utf8");

test("HA-09 haproxy leads to each server that the README counts, and takes the shipped file", async () => {
  const file = shipped("haproxy-postgres.cfg");
  expect(file.match(/^ {2}server (\w+)/gm)).toEqual(["  server db1", "  server db2", "  server db3"]);
  expect(shipped("README.md")).toContain("@db1,db2,db3/foyer");
  const haproxy = debianProgram("haproxy");
  if (haproxy === null) return;
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-haproxy-"));
  fs.writeFileSync(`${folder}/haproxy.cfg`, file);
  const { stdout, stderr } = await execute(haproxy, ["-c", "-q", "-f", `${folder}/haproxy.cfg`]);
  await rm(folder, { recursive: true });
  expect(stdout + stderr).toBe("");
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const home = fileURLToPath(new URL("..", import.meta.url));
const said = (line: string): void => void process.stdout.write(`  ${line}\n`);

describe.runIf(isTried)("HA-02 HA-09 under Patroni", () => {
  let cluster: PatroniCluster;
  const left: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of left.splice(0).toReversed()) await close();
  });
  afterAll(() => cluster.close());

  const logOf = (name: string): string => fs.readFileSync(`${cluster.home}/${name}.log`, "utf8");
  const leading = (database: string): string => `postgres://postgres:change-me-3@${cluster.proxy}/${database}`;
  const ask = (text: string, database = "postgres"): Promise<pg.QueryResultRow[]> => rowsOf(leading(database), text);

  /** The statements of docs/operations.md, "Database logins". */
  const documented = (): string[] => {
    const page = fs.readFileSync(path.join(home, "docs/operations.md"), "utf8");
    const [, block = ""] = /## Database logins[\s\S]*?```sql\n([\s\S]*?)```/.exec(page) ?? [];
    return block.split("\n").filter(Boolean);
  };

  beforeAll(async () => {
    cluster = await patroniCluster();
    const leader = await cluster.leader();
    for (const args of [["stanza-create"], ["check"], ["--type=full", "backup"]])
      await cluster.run(leader, "pgbackrest", ["--stanza=foyer", ...args]);
    for (const statement of documented().filter((line) => line.startsWith("create role"))) await ask(statement);
  }, 300_000);

  /** Two instances on a database of their own, with Ada signed in. */
  async function foyerOn(database: string, servers: string) {
    const created = documented().find((line) => line.startsWith("create database")) ?? "";
    await ask(created.replace("database foyer", `database ${database}`));
    const url = `postgres://foyer_serving:change-me-2@${servers}/${database}`;
    const setup = { DATABASE_SETUP_URL: `postgres://foyer_setup:change-me-1@${servers}/${database}` };
    const instances: Instance[] = [];
    for (let n = 0; n < 2; n++) {
      const instance = await instanceOn(url, setup);
      left.push(() => instance.close());
      await instance.start();
      instances.push(instance);
    }
    await runImport(url, linesWith({ total_seats: 2_200 }));
    const { access_token: token } = await signIn(instances[0] as Instance);
    return { url, setup, instances, token };
  }

  test.each([
    ["several hosts", "foyer"],
    ["haproxy", "foyer_proxied"],
  ] as const)(
    "HA-02 HA-03 F25 by %s: a switchover and a dead leader under 30 writes a second lose nothing that was acknowledged",
    async (how, database) => {
      const { instances, token } = await foyerOn(database, how === "haproxy" ? cluster.proxy : cluster.hosts);
      const writes = writeSteadily(instances, token);
      left.push(() => writes.stop());
      const away = async (what: string, act: (former: Member) => Promise<unknown>): Promise<void> => {
        // A primary that fails before the next standby is known as synchronous is not replaced.
        await cluster.whole();
        await pause(2_000);
        const former = await cluster.leader();
        const [promotedAt] = await Promise.all([cluster.promoted(former), act(former)]);
        const before = writes.acknowledged.length;
        await eventually(async () => writes.acknowledged.length > before, `a write after ${what}`, 60_000);
        const backAfter = Math.round(performance.now() - promotedAt);
        said(`${how}, ${what}: an acknowledged write ${backAfter} ms after the promotion`);
        expect(backAfter).toBeLessThan(BACK_MS);
      };
      let dead: Member | null = null;
      await away("a switchover", () => cluster.patronictl("switchover", "foyer", "--force"));
      await away("the leader's death", (former) => cluster.kill((dead = former)));
      await pause(3_000);
      await writes.stop();
      await eventually(async () => (await lockedJobs(leading(database))) === 0, "the last job's end", 15_000);
      said(`${how}: acknowledged ${writes.acknowledged.length}`);
      const seats = await pendingSeats(leading(database));
      expect(writes.statuses).toEqual(new Set([200, 503]));
      expect(writes.acknowledged.length).toBeGreaterThan(100);
      expect(seats).toEqual(expect.arrayContaining(writes.acknowledged));
      expect(new Set(seats).size).toBe(seats.length);
      expectQuietLogs(instances);
      expect(await brokenInvariants(leading(database))).toEqual([]);
      // haproxy asks so that Patroni can answer.
      for (const { name } of cluster.members) expect(logOf(name)).not.toContain("during processing of request");
      if (dead) cluster.start(dead);
      await cluster.whole();
    },
    600_000,
  );

  /** Signs in five times a second and reads once, for so long. @returns how often each was answered how. */
  async function refusedFor(seconds: number, instances: readonly Instance[], token: string) {
    const tallies = { writes: {} as Record<string, number>, reads: {} as Record<string, number> };
    const open: Promise<void>[] = [];
    const count = (tally: Record<string, number>, asked: ReturnType<typeof post>): void =>
      void open.push(asked.then(({ status }) => void (tally[status] = (tally[status] ?? 0) + 1)));
    for (let n = 0; n < seconds * 5; n++) {
      const instance = instances[n % instances.length] as Instance;
      const address = { "x-forwarded-for": `10.3.${n % 250}.1` };
      const credentials = { username: "ada", password: "correct horse battery staple" };
      count(tallies.writes, post(instance, "/api/1.1/signin/", credentials, address));
      const headers = { authorization: `Bearer ${token}`, ...address };
      if (n % 5 === 0) count(tallies.reads, post(instance, "/api/1.1/user/", {}, headers));
      await pause(200);
    }
    await Promise.all(open);
    return tallies;
  }

  test("HA-09 F25 no standby is left: writes are refused with 503, nothing is lost, and all goes on with the next standby", async () => {
    const { instances, token } = await foyerOn("foyer_alone", cluster.hosts);
    const [instance] = instances as [Instance];
    const invite = () => {
      const headers = { authorization: `Bearer ${token}` };
      return post(instance, "/api/1.1/registration_seats/lic-1/", { seats: "alone@example.com" }, headers);
    };
    const leader = await cluster.leader();
    const standbys = cluster.members.filter((member) => member !== leader);
    for (const standby of standbys) await cluster.kill(standby);
    const { writes, reads } = await refusedFor(20, instances, token);
    said(`without a standby: writes ${JSON.stringify(writes)}, reads ${JSON.stringify(reads)}`);
    expect(Object.keys(writes)).toEqual(["503"]);
    // Reads go on while connections are left: each write that was refused holds one at the server until it can end.
    expect(["200", "503"]).toEqual(expect.arrayContaining(Object.keys(reads)));
    for (const standby of standbys) cluster.start(standby);
    const since = performance.now();
    await eventually(async () => (await invite()).status === 200, "a write with the next standby", 120_000);
    said(`with the next standby: written after ${Math.round(performance.now() - since)} ms`);
    await cluster.whole();
    expect(await pendingSeats(leading("foyer_alone"))).toContain("alone@example.com");
    expectQuietLogs(instances);
    expect(await brokenInvariants(leading("foyer_alone"))).toEqual([]);
  }, 300_000);

  test("HA-09 F24 pgBackRest makes a standby of a backup and the archive, and takes the cluster back to a moment", async () => {
    const { url, setup, instances, token } = await foyerOn("foyer_backed", cluster.hosts);
    const [instance] = instances as [Instance];
    const invite = async (email: string): Promise<void> => {
      const headers = { authorization: `Bearer ${token}` };
      expect((await post(instance, "/api/1.1/registration_seats/lic-1/", { seats: email }, headers)).status).toBe(200);
    };
    const newFiles = async (): Promise<void> => void (await ask("select pg_switch_wal(); checkpoint"));
    await invite("before@example.com");
    for (let n = 0; n < 4; n++) {
      await ask(`create table filler_${n} as select repeat('x', 900) from generate_series(1, 12000)`);
      await newFiles();
    }
    const leader = await cluster.leader();
    const standby = cluster.members.find((member) => member !== leader) as Member;
    await cluster.patronictl("reinit", "foyer", standby.name, "--force", "--wait");
    await cluster.whole();
    expect(logOf(standby.name)).toContain("replica has been created using pgbackrest");
    expect(logOf(standby.name)).toContain("from archive");

    const [{ at }] = (await ask("select now()::text as at")) as [{ at: string }];
    await pause(1_100);
    await invite("after@example.com");
    await newFiles();
    for (const close of left.splice(0).toReversed()) await close();
    for (const member of cluster.members.toSorted((one) => (one === leader ? 1 : -1))) await cluster.stop(member);
    // Another machine than the one that was backed up.
    const data = dataOf(standby, cluster.home);
    const back = ["--stanza=foyer", "--delta", "--type=time", `--target=${at}`, "--target-action=promote", "restore"];
    await cluster.run(standby, "pgbackrest", back);
    const own = `-c listen_addresses=127.0.0.1 -c port=${standby.port} -c synchronous_standby_names=`;
    const alone = ["-D", data, "-o", own, "-l", `${data}.restored`, "start"];
    await cluster.run(standby, "pg_ctl", alone);
    await eventually(() => takesWrites(standby), "the end of the recovery", 120_000).catch((error: Error) => {
      throw new Error(fs.readFileSync(`${data}.restored`, "utf8").slice(-4_000), { cause: error });
    });
    const env = { ...process.env, ...setup, DATABASE_URL: url, DATA_DIR: `${cluster.home}/foyer`, DEMO: "0" };
    const program = path.join(home, "node_modules/.bin/node");
    const command = async (name: string): Promise<string> =>
      (await execute(program, ["apps/foyer/src/main.ts", name], { cwd: home, env })).stdout;
    expect(await command("after-restore")).toMatch(/^Ended: [1-9]\d* sessions/m);
    await command("reconcile");
    await cluster.run(standby, "pg_ctl", ["-D", data, "-m", "fast", "stop"]);
    await cluster.forget();
    cluster.start(standby);
    await eventually(async () => (await cluster.leader().catch(() => null)) === standby, "the restored leader", 60_000);
    for (const member of cluster.members) if (member !== standby) cluster.start(member);
    await cluster.whole();

    const again = await instanceOn(url);
    left.push(() => again.close());
    await again.start();
    const { status } = await post(again, "/api/1.1/user/", {}, { authorization: `Bearer ${token}` });
    expect(status).toBe(401);
    await signIn(again);
    expect(await pendingSeats(leading("foyer_backed"))).toEqual(["before@example.com"]);
    expect(await brokenInvariants(leading("foyer_backed"))).toEqual([]);
    expect(await cluster.patronictl("show-config")).toContain("synchronous_mode_strict: true");
  }, 600_000);
});
