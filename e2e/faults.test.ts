import { connect, type Socket } from "node:net";
import { expectWithin } from "@foyer/testing/durations";
import { eventually } from "@foyer/testing/running-system";
import { brokenInvariants } from "@foyer/testing/invariants";
import { type TestDatabase, testDatabase } from "@foyer/testing/database";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";
import { runImport } from "./import-lines.ts";
import { databaseUrlOf, type Instance, instanceOn } from "./instance.ts";
import { inviteSurely, linesWith, pendingSeats, post, signIn } from "./inviting.ts";

/** `npm run torture` runs these tests at full size. */
const isTorture = process.env["TORTURE"] === "1";
const SECONDS = isTorture ? 15 : 3;
const seed = process.env["SEED"] ?? "1";

const left: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of left.splice(0).toReversed()) await close();
});

/** Starts an instance on its own filled database, behind a proxy that cuts connections. */
async function behindProxy(
  env: Readonly<Record<string, string>> = {},
): Promise<{ instance: Instance; proxy: CuttingProxy; database: TestDatabase }> {
  const database = await testDatabase();
  left.push(() => database.close());
  await runImport(database.url, linesWith());
  const proxy = await cuttingProxy(database.url);
  left.push(() => proxy.close());
  const instance = await instanceOn(proxy.databaseUrl, env);
  left.push(() => instance.close());
  await instance.start();
  return { instance, proxy, database };
}

test(`F3 R-75 connections ended every 200 ms for ${SECONDS} s: what was acknowledged is there, once (seed ${seed})`, async () => {
  const { instance, database } = await behindProxy();
  const { access_token } = await signIn(instance);
  const killer = new pg.Client({ connectionString: databaseUrlOf(database.url) });
  killer.on("error", () => undefined);
  await killer.connect();
  const timer = setInterval(
    () =>
      void killer
        .query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        )
        // The last one may meet its own connection's end.
        .catch(() => undefined),
    200,
  );
  left.push(() => clearInterval(timer));
  const acknowledged: string[] = [];
  const until = performance.now() + SECONDS * 1_000;
  for (let n = 0; performance.now() < until; n++) {
    const email = `guest${n}@example.com`;
    const headers = { authorization: `Bearer ${access_token}` };
    const { status } = await post(instance, "/api/1.1/registration_seats/lic-1/", { seats: email }, headers);
    expect([200, 503]).toContain(status);
    if (status === 200) acknowledged.push(email);
  }
  clearInterval(timer);
  await killer.end();
  const headers = { authorization: `Bearer ${access_token}` };
  await eventually(
    async () => (await post(instance, "/api/1.1/user/", {}, headers)).status === 200,
    "an answer",
    5_000,
  );
  const seats = await pendingSeats(database.url);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(seats).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(seats).size).toBe(seats.length);
  expect(await brokenInvariants(databaseUrlOf(database.url))).toEqual([]);
}, 240_000);

test("F4 R-73 the answer to a COMMIT gets lost: the repeat with the same operation id does nothing twice", async () => {
  const { instance, proxy, database } = await behindProxy();
  const { access_token } = await signIn(instance);
  const rounds = isTorture ? 10 : 2;
  for (let n = 0; n < rounds; n++) {
    const lost = proxy.loseNextCommit();
    await inviteSurely(instance, access_token, `guest${n}@example.com`);
    await lost;
  }
  expect(await pendingSeats(database.url)).toEqual(Array.from({ length: rounds }, (_, n) => `guest${n}@example.com`));
  expect(await brokenInvariants(databaseUrlOf(database.url))).toEqual([]);
}, 300_000);

test("F6 R-75 fifty requests for a locked table at once: each has its answer within 7 s, and then all is well", async () => {
  const { instance, database } = await behindProxy();
  const { access_token } = await signIn(instance);
  const owner = new pg.Client({ connectionString: databaseUrlOf(database.url) });
  await owner.connect();
  await owner.query("begin; lock table accounts.licenses in access exclusive mode");
  const headers = { authorization: `Bearer ${access_token}` };
  const ask = async (): Promise<{ status: number; ms: number }> => {
    const before = performance.now();
    const { status } = await post(instance, "/api/1.1/purchases/", {}, headers);
    return { status, ms: performance.now() - before };
  };
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  for (const { status, ms } of answers) {
    expect(status).toBe(503);
    // A wait for a connection and a wait for the lock may add up.
    expectWithin(ms, 7_000);
  }
  await owner.query("rollback");
  await owner.end();
  expect((await ask()).status).toBe(200);
}, 120_000);

test("F22 R-82 with little memory, hundreds of connections and large bodies: it stays alive and answers when they are gone", async () => {
  const { instance } = await behindProxy({ NODE_OPTIONS: "--max-old-space-size=96" });
  const { access_token } = await signIn(instance);
  const headers = { authorization: `Bearer ${access_token}` };
  const port = Number(new URL(instance.url).port);
  const sockets = Array.from({ length: isTorture ? 2_000 : 400 }, () =>
    connect(port, "127.0.0.1").on("error", () => undefined),
  );
  const large = { seats: Array.from({ length: 20_000 }, (_, n) => `guest${n}@example.com`) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(instance, "/api/1.1/registration_seats/lic-1/", large, headers)),
  );
  // An answer that asks to retry later is accepted; a crash or no answer is not.
  for (const { status } of answers) expect(status === 503 || status < 500, String(status)).toBe(true);
  const answersAgain = async () => (await post(instance, "/api/1.1/user/", {}, headers)).status === 200;
  await eventually(answersAgain, "an answer when the load is gone");
  expect(await instance.stop(), "it ends as it is told, whoever holds connections").toBe(0);
  for (const socket of sockets) socket.destroy();
}, 240_000);

/** A client that sends a byte a second. */
function slowClient(port: number, text: string): { socket: Socket; closed: Promise<number> } {
  const socket = connect(port, "127.0.0.1");
  const start = performance.now();
  let sent = 0;
  const timer = setInterval(() => socket.write(text[sent++ % text.length] ?? "x"), 1_000);
  const closed = new Promise<number>((resolve) => {
    socket
      .on("error", () => undefined)
      .on("close", () => {
        clearInterval(timer);
        resolve(performance.now() - start);
      });
    socket.resume();
  });
  return { socket, closed };
}

test.runIf(isTorture)(
  "F23 500 clients that send a byte a second: others do not notice, and each is cut off within 30 s",
  async () => {
    const { instance } = await behindProxy();
    const { access_token } = await signIn(instance);
    const port = Number(new URL(instance.url).port);
    const heads =
      "POST /api/1.1/user/ HTTP/1.1\r\nhost: foyer\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n";
    const slow = Array.from({ length: 500 }, () => slowClient(port, heads));
    const times: number[] = [];
    for (let n = 0; n < 100; n++) {
      const before = performance.now();
      expect((await post(instance, "/api/1.1/user/", {}, { authorization: `Bearer ${access_token}` })).status).toBe(
        200,
      );
      times.push(performance.now() - before);
    }
    expect(times.toSorted((a, b) => a - b)[98]).toBeLessThan(500);
    for (const ms of await Promise.all(slow.map(({ closed }) => closed))) expectWithin(ms, 30_000);
  },
  120_000,
);
