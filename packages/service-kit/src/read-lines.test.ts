import { testDatabase } from "@foyer/testing/database";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "./db.ts";
import { isOutage } from "./outage.ts";
import { pointRead, timeIn } from "./point-read.ts";

const { url, close } = await testDatabase();
const owner = new pg.Client({ connectionString: url });
await owner.connect();
await owner.query("create schema shelf; create table shelf.books (id int primary key, title text)");
await owner.query("insert into shelf.books select n, 'book ' || n from generate_series(1, 50) n");

const open = (max: number) => openDatabase<Record<string, never>>({ url, role: null, schema: "shelf", max });
const database = open(8);
afterAll(async () => {
  await database.close();
  await owner.end();
  await close();
});

interface Book {
  readonly id: number;
  readonly title: string;
}

const book = pointRead<{ id: number }, Book>(({ id }) => sql<Book>`select * from books where id = ${id}`);
const quotient = pointRead<{ by: number }, { readonly value: number }>(
  ({ by }) => sql<{ value: number }>`select 100 / ${by}::int as value`,
);
const server = pointRead<object, { readonly pid: number }>(() => sql<{ pid: number }>`select pg_backend_pid() as pid`);

test("concurrent reads share two connections, and each gets its own answer", async () => {
  const ids = Array.from({ length: 50 }, (_, n) => n + 1);
  const titles = await Promise.all(ids.map(async (id) => (await book(database, { id }))[0]?.title));
  expect(titles).toEqual(ids.map((id) => `book ${id}`));
  const pids = await Promise.all(ids.map(async () => (await server(database, {}))[0]?.pid));
  expect(new Set(pids).size).toBe(2);
});

test("a read that fails does not affect reads before and after it on the same connection", async () => {
  const answers = await Promise.allSettled([5, 0, 4, 0, 2].map((by) => quotient(database, { by })));
  expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value[0]?.value : "failed"))).toEqual([
    20,
    "failed",
    25,
    "failed",
    50,
  ]);
});

test("HA-02 a lost connection fails its reads as an outage, and later reads open another connection", async () => {
  const slow = pointRead<object, object>(() => sql<object>`select pg_sleep(20)`)(database, {});
  const failed = expect(slow).rejects.toSatisfy(isOutage);
  await expect
    .poll(async () => {
      const { rowCount } = await owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(20)%' and pid <> pg_backend_pid() and state = 'active'",
      );
      return rowCount;
    })
    .toBe(1);
  await failed;
  await expect.poll(() => book(database, { id: 1 }).then(([row]) => row?.title, String)).toBe("book 1");
});

test("R-75 F5 reads that wait for a lock delay no other read, and have their answers when it is released", async () => {
  const own = open(8);
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await book(own, { id: 1 });
  await holder.query("begin; lock table shelf.books in access exclusive mode");
  const waiting = Array.from({ length: 5 }, (_, n) => book(own, { id: n + 1 }));
  // Behind them on the same two connections.
  const others = await Promise.all(Array.from({ length: 6 }, () => quotient(own, { by: 4 })));
  expect(others.map(([row]) => row?.value)).toEqual(Array.from({ length: 6 }, () => 25));
  await holder.query("rollback");
  const titles = (await Promise.all(waiting)).map(([row]) => row?.title);
  expect(titles).toEqual(Array.from({ length: 5 }, (_, n) => `book ${n + 1}`));
  await holder.end();
  await own.close();
});

test("R-76 a column that a newer instance adds breaks no read of this one", async () => {
  await book(database, { id: 1 });
  await owner.query("alter table shelf.books add column pages int");
  const found = await Promise.all([1, 2].map((id) => book(database, { id })));
  expect(found.map(([row]) => row)).toEqual([1, 2].map((id) => ({ id, title: `book ${id}`, pages: null })));
});

test("a database with few connections, and one behind a pooler, read without shared connections", async () => {
  const small = open(1);
  const pids = await Promise.all([1, 2, 3].map(async () => (await server(small, {}))[0]?.pid));
  expect(new Set(pids).size).toBe(1);
  expect(small.pool.totalCount).toBe(1);
  await small.close();
});

test("a time of a row is text, which timeIn reads to the millisecond", async () => {
  const at = new Date("2026-03-29T01:02:03.456Z");
  const instant = pointRead<{ at: Date }, { readonly at: Date | null }>(
    (places) => sql<{ at: Date | null }>`select ${places.at}::timestamptz as at`,
  );
  const [row] = await instant(database, { at });
  expect(timeIn(row?.at ?? null)).toEqual(at);
  expect(timeIn(null)).toBeNull();
});

test("a select with a fixed value among its places is refused, because every read would send that value", async () => {
  const fixed = pointRead<object, Book>(() => sql<Book>`select * from books where id = ${1}`);
  await expect(fixed(database, {})).rejects.toThrow("fixed value 1");
});

test("WAL-23 a shared read sends text, numbers, bytes and nulls as they are, and an object as JSON", async () => {
  const kinds = pointRead<{ text: unknown; count: number; bytes: Buffer; none: null }, Record<string, unknown>>(
    ({ text, count, bytes, none }) =>
      sql`select ${text}::text as text, ${count}::int as count, encode(${bytes}::bytea, 'hex') as bytes, ${none}::text as none`,
  );
  const values = { text: 'häßlich "\u{1f980}"', count: -7, bytes: Buffer.from([0, 1, 255]), none: null };
  expect(await kinds(database, values)).toEqual([{ ...values, bytes: "0001ff" }]);
  expect(await kinds(database, { ...values, text: "" })).toEqual([{ ...values, text: "", bytes: "0001ff" }]);
  expect(await kinds(database, { ...values, text: { a: 1 } })).toMatchObject([{ text: '{"a":1}' }]);
  expect((await book(database, { id: 3 }))[0]?.title).toBe("book 3");
});
