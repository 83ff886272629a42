import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "@foyer/service-kit/postgres-server";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually } from "@foyer/testing/running-system";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { runImport } from "./import-lines.ts";
import { type Instance, instanceOn } from "./instance.ts";
import { inviteSurely, linesWith, pendingSeats, post, signIn } from "./inviting.ts";
import { canMount, smallDisk } from "./small-disk.ts";

/** Only `npm run torture` runs these tests: they mount a file system and restrict processes. */
const isTorture = process.env["TORTURE"] === "1";
const AT_ONCE = 20;

const left: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of left.splice(0).toReversed()) await close();
});

async function instanceFor(url: string): Promise<{ instance: Instance; token: string }> {
  await runImport(url, linesWith());
  const instance = await instanceOn(url);
  left.push(() => instance.close());
  await instance.start();
  return { instance, token: (await signIn(instance)).access_token };
}

/**
 * Invites lists of people, each after `before`, until two were refused. Returns the acknowledged ones. Only 200 and
 * 503 are valid answers.
 */
async function inviteUntilRefused(
  instance: Instance,
  token: string,
  before: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const headers = { authorization: `Bearer ${token}` };
  let refused = 0;
  for (let n = 0; refused < 2 && n < 90; n++) {
    await before();
    const seats = Array.from({ length: AT_ONCE }, (_, k) => `guest${n}-${k}@example.com`);
    const { status } = await post(instance, "/api/1.1/registration_seats/lic-1/", { seats }, headers);
    expect([200, 503]).toContain(status);
    if (status === 200) acknowledged.push(...seats);
    else refused++;
    expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
  }
  expect(refused, "the fault is felt").toBe(2);
  return acknowledged;
}

/** Checks that everything acknowledged is stored once, and that the system works again. */
async function isWhole(instance: Instance, url: string, token: string, acknowledged: readonly string[]): Promise<void> {
  await inviteSurely(instance, token, "late@example.com");
  const seats = await pendingSeats(url);
  expect(seats).toEqual(expect.arrayContaining([...acknowledged, "late@example.com"]));
  expect(new Set(seats).size, "nobody twice").toBe(seats.length);
  expect(seats.length % AT_ONCE, "lists are there whole or not at all").toBe(1);
  expect(await brokenInvariants(url)).toEqual([]);
}

test.runIf(isTorture && canMount)(
  "F18 R-75 a full disk: 503, alive and not ready; with room again it goes on, and nothing acknowledged is lost (FAULT-59)",
  async () => {
    const disk = await smallDisk();
    left.push(() => disk.close());
    const { instance, token } = await instanceFor(disk.url);
    disk.fill();
    const acknowledged = await inviteUntilRefused(instance, token);
    // Where the log of the server is on the same disk, the server ends.
    const ready = await (await fetch(`${instance.url}/readyz`)).text();
    expect(ready).toMatch(/the database's disk is full|the database does not answer/);
    disk.free();
    await disk.startAgain();
    await eventually(() => instance.isReady(), "readiness", 30_000);
    await isWhole(instance, disk.url, token, acknowledged);
  },
);

/** Table files stay far below this in a small database; a write-ahead log file has 16 MB. */
const LIMIT = 4_000_000;

/** Moves the write-ahead log beyond the limit. Returns the processes that write it. */
async function writersOf(url: string): Promise<number[]> {
  const owner = new pg.Client({ connectionString: url });
  owner.on("error", () => undefined);
  try {
    await owner.connect();
    await owner.query(
      "select pg_logical_emit_message(false, 'filler', repeat('x', $1)) from pg_walfile_name_offset(pg_current_wal_lsn()) where file_offset < $1",
      [LIMIT],
    );
    const { rows } = await owner.query<{ pid: number }>(
      "select pid from pg_stat_activity where backend_type in ('client backend', 'walwriter') and pid <> pg_backend_pid()",
    );
    return rows.map(({ pid }) => pid);
  } catch {
    // The server is still recovering from the previous fault.
    return [];
  } finally {
    await owner.end().catch(() => undefined);
  }
}

/** Makes every further write of the write-ahead log fail. */
async function takeWrites(url: string): Promise<void> {
  for (const pid of await writersOf(url)) {
    const limit = ["--pid", String(pid), `--fsize=${LIMIT}:${LIMIT}`];
    const { status, stderr } = spawnSync("prlimit", limit, { encoding: "utf8" });
    // The first process that had to write has already ended all others.
    if (status !== 0 && !stderr.includes("No such process")) throw new Error(stderr);
  }
}

test.runIf(isTorture)(
  "F19 R-73 writes of the database fail: they are refused, never acknowledged, and it recovers by itself",
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-write-"));
    const server = await startPostgres(path.join(folder, "postgres"));
    left.push(async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    });
    const { instance, token } = await instanceFor(server.url);
    const acknowledged = await inviteUntilRefused(instance, token, () => takeWrites(server.url));
    await eventually(() => instance.isReady(), "readiness", 30_000);
    await isWhole(instance, server.url, token, acknowledged);
  },
);
