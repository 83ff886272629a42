import { connectWritable } from "@foyer/service-kit/connect";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually } from "@foyer/testing/running-system";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runImport } from "./import-lines.ts";
import { databaseUrlOf, type Instance, instanceOn } from "./instance.ts";
import { linesWith, pendingSeats, post, signIn } from "./inviting.ts";
import { type PostgresPair, postgresPair } from "./postgres-pair.ts";

/** `npm run torture` writes for longer, and holds the times that are promised. */
const isTorture = process.env["TORTURE"] === "1";
const A_SECOND = 30;
const BEFORE_MS = isTorture ? 10_000 : 1_500;
const AWAY_MS = isTorture ? 5_000 : 1_000;
const AFTER_MS = isTorture ? 10_000 : 1_500;
const BACK_MS = isTorture ? 5_000 : 20_000;
const INSTANCES = isTorture ? 2 : 1;
const READ_ONLY_MS = isTorture ? 60_000 : 1_000;
const LOCKED_MS = isTorture ? 15_000 : 30_000;

let pair: PostgresPair;
let instances: readonly Instance[];
let token: string;

/** Instances on a pair of servers, with Ada signed in. */
beforeAll(async () => {
  pair = await postgresPair();
  await runImport(pair.url, linesWith({ total_seats: 2_200 }));
  instances = await Promise.all(Array.from({ length: INSTANCES }, () => instanceOn(pair.url)));
  await Promise.all(instances.map((instance) => instance.start()));
  token = (await signIn(instances[0] as Instance)).access_token;
}, 120_000);
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await pair.close();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const noneIsReady = async (): Promise<boolean> =>
  (await Promise.all(instances.map((instance) => instance.isReady()))).every((isReady) => !isReady);

interface Writes {
  /** Addresses whose invitation was acknowledged. */
  readonly acknowledged: string[];
  readonly statuses: Set<number>;
  stop(): Promise<void>;
}

let guests = 0;

/** Invites 30 addresses a second, one at each instance in turn, whatever becomes of it. */
function writeSteadily(): Writes {
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  const open = new Set<Promise<void>>();
  const invite = async (): Promise<void> => {
    const n = guests++;
    const email = `guest${n}@example.com`;
    const instance = instances[n % instances.length] as Instance;
    const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": `10.0.${n % 200}.1` };
    const answer = await post(instance, "/api/1.1/registration_seats/lic-1/", { seats: email }, headers);
    statuses.add(answer.status);
    if (answer.status !== 200) return;
    acknowledged.push(email);
  };
  const timer = setInterval(() => {
    const one = invite().finally(() => open.delete(one));
    open.add(one);
  }, 1_000 / A_SECOND);
  return {
    acknowledged,
    statuses,
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

interface Line {
  readonly level: string;
  readonly time: string;
  readonly msg: string;
}

const linesOf = (instance: Instance): Line[] =>
  instance
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);

/** Lines at level error that came within a second of another one. */
function crowded(lines: readonly Line[]): Line[] {
  const errors = lines.filter(({ level }) => level === "error");
  const at = ({ time }: Line): number => Date.parse(time);
  return errors.filter((line, n) => {
    const before = errors[n - 1];
    return before !== undefined && at(line) - at(before) < 1_000;
  });
}

/** Jobs that are locked, of either service. */
async function lockedJobs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrlOf(url) });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from (select locked_at from accounts_jobs._private_jobs
     union all select locked_at from purchase_jobs._private_jobs) jobs where locked_at is not null`,
  );
  await client.end();
  return rows[0]?.n ?? -1;
}

function expectQuietLogs(): void {
  for (const instance of instances) {
    const lines = linesOf(instance);
    expect(lines.filter(({ msg }) => msg.includes("unhandled"))).toEqual([]);
    expect(crowded(lines)).toEqual([]);
  }
}

test(`HA-01 HA-02 HA-03 F25 the primary is killed under ${A_SECOND} writes a second and its standby promoted: nothing acknowledged is lost, and all goes on by itself`, async () => {
  const writes = writeSteadily();
  await pause(BEFORE_MS);
  pair.killPrimary();
  await eventually(() => noneIsReady(), "instances that say they are not ready");
  await pause(AWAY_MS);
  const before = writes.acknowledged.length;
  await pair.promote();
  const promotedAt = performance.now();
  await eventually(async () => writes.acknowledged.length > before, "an acknowledged write", BACK_MS);
  const backAfter = Math.round(performance.now() - promotedAt);
  for (const instance of instances) await eventually(() => instance.isReady(), "readiness", BACK_MS);
  await pause(AFTER_MS);
  await writes.stop();
  await eventually(async () => (await lockedJobs(pair.standbyUrl)) === 0, "the last job's end", LOCKED_MS);
  if (isTorture)
    process.stdout.write(`acknowledged ${writes.acknowledged.length}, back ${backAfter} ms after the promotion\n`);
  expect(writes.statuses).toEqual(new Set([200, 503]));
  const seats = await pendingSeats(pair.standbyUrl);
  expect(before).toBeGreaterThan(0);
  expect(seats).toEqual(expect.arrayContaining(writes.acknowledged));
  expect(new Set(seats).size).toBe(seats.length);
  expectQuietLogs();
  expect(await brokenInvariants(pair.standbyUrl)).toEqual([]);
}, 300_000);

test(`HA-01 HA-04 F26 the server takes no writes for ${READ_ONLY_MS / 1_000} s: 503 with retry-after, not ready, and back by itself`, async () => {
  const writes = writeSteadily();
  await eventually(async () => writes.acknowledged.length > 0, "an acknowledged write");
  const serving = await connectWritable(pair.url);
  await serving.query("alter system set default_transaction_read_only = on");
  await serving.query("select pg_reload_conf()");
  await eventually(() => noneIsReady(), "instances that say they are not ready");
  const held = writes.acknowledged.length;
  const path = "/api/1.1/registration_seats/lic-1/";
  const until = performance.now() + READ_ONLY_MS;
  while (performance.now() < until) {
    const answers = await Promise.all(
      instances.map(({ url }) =>
        fetch(`${url}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: JSON.stringify({ seats: "late@example.com" }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(instances.map(() => 503));
    expect(answers.map(({ headers }) => headers.get("retry-after"))).toEqual(instances.map(() => "2"));
    await pause(250);
  }
  expect(writes.acknowledged.length).toBe(held);
  await serving.query("set default_transaction_read_only = off");
  await serving.query("alter system reset default_transaction_read_only");
  await serving.query("select pg_reload_conf()");
  await serving.end();
  await eventually(async () => writes.acknowledged.length > held, "an acknowledged write", isTorture ? 2_000 : 20_000);
  for (const instance of instances) await eventually(() => instance.isReady(), "readiness", BACK_MS);
  await writes.stop();
  expect(writes.statuses).toEqual(new Set([200, 503]));
  expectQuietLogs();
}, 300_000);
