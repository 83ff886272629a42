import { testDatabase } from "@foyer/testing/database";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isOutage, openPool } from "./db.ts";
import { connectWritable } from "./writable-pool.ts";

let url: string;
let name: string;
let owner: pg.Client;
let drop: () => Promise<void>;
const pools: pg.Pool[] = [];

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
  const wrong = behindDead().replace(/^postgres:\/\/[^@]*@/, "postgres://nobody_of_that_name@");
  const twice = wrong.replace(/host=([^,]*),([^&]*)/, "host=$1,$2,$1");
  for (const address of [wrong, twice]) await expect(connectWritable(address)).rejects.toMatchObject({ code: "28000" });
  const elsewhere = behindDead().replace(name, "no_such_database");
  await expect(connectWritable(elsewhere)).rejects.toMatchObject({ code: "3D000" });
});
