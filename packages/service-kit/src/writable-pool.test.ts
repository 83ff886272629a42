import { testDatabase } from "@foyer/testing/database";
import { expectWithin, timed } from "@foyer/testing/durations";
import { type SilentProxy, silentProxy } from "@foyer/testing/silent-proxy";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isOutage, openPool } from "./db.ts";
import { connectWritable, isSpent } from "./writable-pool.ts";

let url: string;
let name: string;
let owner: pg.Client;
let drop: () => Promise<void>;
const pools: pg.Pool[] = [];
const proxies: SilentProxy[] = [];

beforeAll(async () => {
  const database = await testDatabase();
  ({ url } = database);
  drop = database.close;
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
  name = (await owner.query<{ name: string }>("select current_database() as name")).rows[0]?.name ?? "";
});
afterEach(async () => {
  await owner.query(`alter database ${name} reset default_transaction_read_only`);
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(async () => {
  await owner.end();
  await drop();
});

function open(address = url): pg.Pool {
  const pool = openPool({ url: address, role: "foyer_accounts", schema: "accounts", max: 3 });
  pools.push(pool);
  return pool;
}

const readOnly = (): Promise<unknown> => owner.query(`alter database ${name} set default_transaction_read_only = on`);
const backendOf = async (pool: pg.Pool): Promise<unknown> => (await pool.query("select pg_backend_pid() as pid")).rows;
/** The address with an unreachable host before its own. */
const behindDead = (): string => url.replace("?host=", "?host=%2Ftmp%2Fnobody-is-there,");

test("HA-01 pools and single connections skip a host that does not answer", async () => {
  const pool = open(behindDead());
  expect((await pool.query("select current_user as role")).rows).toEqual([{ role: "foyer_accounts" }]);
  const client = await connectWritable(behindDead());
  expect((await client.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await client.end();
});

test("HA-01 if no host answers or none takes writes, the error is the last host's and counts as an outage", async () => {
  await expect(connectWritable("postgres://u@/d?host=/tmp/nobody,/tmp/is-there")).rejects.toSatisfy(isOutage);
  await readOnly();
  const error = await connectWritable(behindDead()).catch((reason: unknown) => reason);
  expect(error).toSatisfy(isOutage);
  await expect(open().query("select 1")).rejects.toThrow("takes no writes");
});

test("HA-01 HA-04 a server that takes writes again is used by the next query", async () => {
  const pool = open();
  await readOnly();
  await expect(pool.query("select 1")).rejects.toSatisfy(isOutage);
  await owner.query(`alter database ${name} reset default_transaction_read_only`);
  expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
});

test("HA-01 after a server refuses a write, all its connections are closed, idle ones too", async () => {
  const pool = open();
  const [one, two] = [await pool.connect(), await pool.connect()];
  two.release();
  const before = await backendOf(pool);
  await one.query("begin transaction read only");
  await expect(one.query("insert into rate_limits values ('x', now(), 1)")).rejects.toMatchObject({ code: "25006" });
  await one.query("rollback");
  one.release();
  expect(await backendOf(pool)).not.toEqual(before);
  expect(pool.totalCount).toBe(1);
});

test("HA-01 if every host refuses the login or the database, the error says so and is not an outage", async () => {
  const wrong = behindDead().replace(/^postgres:\/\/[^@]*@/, "postgres://nobody_of_that_name:word@");
  const twice = wrong.replace(/host=([^,]*),([^&]*)/, "host=$1,$2,$1");
  for (const address of [wrong, twice]) await expect(connectWritable(address)).rejects.toMatchObject({ code: "28P01" });
  const elsewhere = behindDead().replace(name, "no_such_database");
  await expect(connectWritable(elsewhere)).rejects.toMatchObject({ code: "3D000" });
});

async function proxied(): Promise<SilentProxy> {
  const proxy = await silentProxy(url);
  proxies.push(proxy);
  return proxy;
}
/** One address for several proxies. */
const inTurn = (...those: readonly SilentProxy[]): string =>
  those[0]?.url.replace(/@[^/]*/, `@${those.map(({ place }) => place).join(",")}`) ?? "";
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
test("HA-01 HA-02 when a server falls silent, its idle connections are given up, and the next server is used", async () => {
  const [first, second] = [await proxied(), await proxied()];
  const pool = open(inTurn(first, second));
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
  for (const client of clients) client.release();
  first.fallSilent();
  await pause(1_100);
  const { result, ms } = await timed(async () => (await pool.query("select 1 as n")).rows);
  expect(result).toEqual([{ n: 1 }]);
  expectWithin(ms, 2_000);
  // None of the other connections is asked again.
  const again = await timed(() => Promise.all([1, 2, 3].map(() => pool.query("select 1"))));
  expectWithin(again.ms, 500);
  expect(first.open()).toBe(0);
  expect(second.open()).toBeGreaterThan(0);
});

test("HA-01 HA-02 a statement without an answer gives its connection up, and the error names the server", async () => {
  const [first, second] = [await proxied(), await proxied()];
  const pool = open(inTurn(first, second));
  const [held, other] = [await pool.connect(), await pool.connect()];
  other.release();
  first.fallSilent();
  // At the same time a server that answers runs a slow statement, which ends no other connection.
  const busy = open((await proxied()).url);
  const neighbor = await busy.connect();
  const answers = setInterval(() => void neighbor.query("select 1").catch(() => undefined), 200);
  const [silent, slow] = await Promise.all([
    timed(() => held.query("select 1")),
    timed(() => busy.query("select pg_sleep(8)")),
  ]);
  clearInterval(answers);
  expect(silent.result).toSatisfy(isOutage);
  expect(String(silent.result)).toContain(first.place);
  expectWithin(silent.ms, 5_000);
  expect(slow.result).toSatisfy(isOutage);
  expect(isSpent(neighbor)).toBe(false);
  neighbor.release();
  // As a library does that always returns what it took.
  held.release();
  const next = await timed(async () => (await pool.query("select 1 as n")).rows);
  expect(next.result).toEqual([{ n: 1 }]);
  expectWithin(next.ms, 500);
  expect(first.open()).toBe(0);
}, 15_000);

test("HA-01 HA-04 two servers of three that accept and say nothing cost less than the patience of a request", async () => {
  const [first, second, third, fourth] = [await proxied(), await proxied(), await proxied(), await proxied()];
  for (const proxy of [first, second, fourth]) proxy.fallSilent();
  const address = inTurn(first, second, third);
  const [byPool, single, none] = await Promise.all([
    timed(async () => (await open(address).query("select 1 as n")).rows),
    timed(async () => {
      const client = await connectWritable(address);
      const { rows } = await client.query("select 1 as n");
      await client.end();
      return rows;
    }),
    timed(() => connectWritable(inTurn(first, second, fourth))),
  ]);
  for (const { result, ms } of [byPool, single]) {
    expect(result).toEqual([{ n: 1 }]);
    expectWithin(ms, 4_500);
  }
  expect(none.result).toSatisfy(isOutage);
  expect(String(none.result)).toContain(`${fourth.place} did not answer`);
  expectWithin(none.ms, 5_000);
}, 20_000);

test("HA-01 a host without an address is skipped, and alone it counts as an outage", async () => {
  const there = await proxied();
  const address = there.url.replace("@", "@nobody-of-that-name.invalid,");
  expect((await open(address).query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await expect(connectWritable("postgres://u@nobody-of-that-name.invalid/d")).rejects.toSatisfy(isOutage);
});

test("HA-01 HA-08 a statement without a limit waits while its server answers others, and ends when it falls silent", async () => {
  const [silent, busy] = [await proxied(), await proxied()];
  const [waiting, slow] = await Promise.all([silent, busy].map((at) => connectWritable(at.url, { presenceMs: 100 })));
  silent.fallSilent();
  const [given, done] = await Promise.all([
    timed(async () => waiting?.query("select 1")),
    timed(async () => (await slow?.query("select 1 as n from pg_sleep(7)"))?.rows),
  ]);
  expect(given.result).toSatisfy(isOutage);
  expect(String(given.result)).toContain(`${silent.place} did not answer`);
  expectWithin(given.ms, 7_000);
  expect(done.result).toEqual([{ n: 1 }]);
  await slow?.end();
}, 15_000);

test("R-74 HA-02 a pool and a connection to a silent server end within a second or so", async () => {
  const silent = await proxied();
  const pool = openPool({ url: silent.url, role: "foyer_accounts", schema: "accounts", max: 3 });
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
  for (const client of clients) client.release();
  const single = await connectWritable(silent.url);
  silent.fallSilent();
  const { ms } = await timed(() => Promise.all([pool.end(), single.end()]));
  expectWithin(ms, 2_000);
});
