import { connectWritable } from "@foyer/service-kit/connect";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runImport } from "./import-lines.ts";
import { type Instance, instanceOn } from "./instance.ts";
import { linesWith, pendingSeats, signIn } from "./inviting.ts";
import { type PostgresPair, postgresPair } from "./postgres-pair.ts";
import { expectQuietLogs, lockedJobs, writeSteadily } from "./steady-writes.ts";

/** `npm run torture` writes for longer, and holds the times that are promised. */
const isTorture = process.env["TORTURE"] === "1";
const BEFORE_MS = isTorture ? 10_000 : 1_500;
const AWAY_MS = isTorture ? 5_000 : 1_000;
const AFTER_MS = isTorture ? 10_000 : 1_500;
const BACK_MS = isTorture ? 5_000 : 20_000;
const INSTANCES = isTorture ? 2 : 1;
const READ_ONLY_MS = isTorture ? 60_000 : 1_000;
const LOCKED_MS = isTorture ? 15_000 : 30_000;

let pair: PostgresPair;
let instances: readonly (Instance & { close(): Promise<void> })[];
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
  await Promise.all(instances.map((instance) => instance.close()));
  await pair.close();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const noneIsReady = async (): Promise<boolean> =>
  (await Promise.all(instances.map((instance) => instance.isReady()))).every((isReady) => !isReady);

test(`HA-01 HA-02 HA-03 F25 the primary is killed under 30 writes a second, its standby promoted: nothing is lost`, async () => {
  const writes = writeSteadily(instances, token);
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
  expectQuietLogs(instances);
  expect(await brokenInvariants(pair.standbyUrl)).toEqual([]);
}, 300_000);

test(`HA-01 HA-04 F26 no writes for ${READ_ONLY_MS / 1_000} s: 503 with retry-after, not ready, and back by itself`, async () => {
  const writes = writeSteadily(instances, token);
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
  expectQuietLogs(instances);
}, 300_000);
