import { testDatabase } from "@foyer/testing/database";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { inTransaction, openDatabase } from "./db.ts";

const { url, close } = await testDatabase();
const owner = new pg.Client({ connectionString: url });
await owner.connect();
await owner.query("create schema shelf; create table shelf.books (id int primary key, title text)");
await owner.query("insert into shelf.books values (1, 'one'), (2, 'two')");

function shelf() {
  return openDatabase<Record<string, never>>({ url, role: null, schema: "shelf", max: 1 });
}

test("a repeated statement is planned once, and a single one is not kept", async () => {
  const database = shelf();
  for (const id of [1, 2, 1]) await sql`select title from books where id = ${id}`.execute(database.kysely);
  await sql`select title, 'once' from books where id = ${1}`.execute(database.kysely);
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
    database.kysely,
  );
  expect(rows.map(({ statement }) => statement)).toEqual(["select title from books where id = $1"]);
  await database.close();
});

test("R-76 a column that a newer instance adds breaks no statement of this one, also within a transaction", async () => {
  const database = shelf();
  const read = async (db: Parameters<ReturnType<typeof sql>["execute"]>[0]): Promise<unknown> =>
    (await sql`select * from books where id = ${1}`.execute(db)).rows[0];
  for (let n = 0; n < 3; n++) await read(database.kysely);
  await owner.query("alter table shelf.books add column pages int");
  expect(await read(database.kysely)).toEqual({ id: 1, title: "one", pages: null });
  for (let n = 0; n < 3; n++) await read(database.kysely);
  await owner.query("alter table shelf.books add column shelf_mark text");
  let tries = 0;
  const found = await inTransaction(database.kysely, async (tx) => {
    tries++;
    return read(tx);
  });
  expect(found).toEqual({ id: 1, title: "one", pages: null, shelf_mark: null });
  expect(tries).toBe(2);
  await database.close();
  await owner.end();
  await close();
});
