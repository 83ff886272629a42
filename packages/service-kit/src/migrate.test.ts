import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { query, testDatabase, type TestDatabase, withDatabase } from "@foyer/testing/database";
import { caseCount } from "@foyer/testing/random-cases";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { openPool } from "./db.ts";
import { migrate, type SchemaMigrations } from "./migrate.ts";
import { limitKey } from "./rate-limit.ts";

const folders: string[] = [];

/** A schema for one test with these migration files. */
function schemaOf(name: string, files: Record<string, string>, isService = false): SchemaMigrations {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "foyer-migrations-"));
  folders.push(folder);
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, file), text);
  return { schema: name, role: `foyer_${name}`, folder: pathToFileURL(`${folder}/`), isService };
}

let made = 0;
const databases: string[] = [];

async function emptyDatabase(): Promise<string> {
  const name = `m_${process.pid}_${made++}`;
  await query(inject("postgresUrl"), `create database ${name}`);
  databases.push(name);
  return withDatabase(inject("postgresUrl"), name);
}

afterEach(async () => {
  for (const name of databases.splice(0)) await query(inject("postgresUrl"), `drop database ${name} with (force)`);
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

test("R-76 two instances that start concurrently run each migration once", async () => {
  for (let round = 0; round < caseCount("RACES", { usual: 3, torture: 20 }); round++) {
    const url = await emptyDatabase();
    const schemas = [
      schemaOf("bakery", {
        "0001-runs.sql": "create table runs (n int); insert into runs values (1);",
        "0002-more.sql": "insert into runs values (2);",
      }),
      schemaOf("butcher", { "0001-runs.sql": "create table runs (n int); insert into runs values (1);" }),
    ];
    await Promise.all([migrate(url, schemas), migrate(url, schemas)]);
    expect(await query(url, "select array_agg(n order by n) as n from bakery.runs")).toEqual([{ n: [1, 2] }]);
    expect(await query(url, "select array_agg(n order by n) as n from butcher.runs")).toEqual([{ n: [1] }]);
  }
}, 120_000);

test("R-76 two concurrent instances on an empty database create the jobs' schema too", async () => {
  const url = await emptyDatabase();
  const schemas = [schemaOf("shop", { "0001-orders.sql": "create table orders (id int);" }, true)];
  await Promise.all([migrate(url, schemas), migrate(url, schemas), migrate(url, schemas)]);
  expect(await query(url, "select count(*)::int as n from shop_jobs._private_jobs")).toEqual([{ n: 0 }]);
  expect(await query(url, "select count(*)::int as n from shop.idempotency_keys")).toEqual([{ n: 0 }]);
});

test("a failing migration is rolled back and named, earlier ones remain, and it runs after it is fixed", async () => {
  const url = await emptyDatabase();
  const good = { "0001-orders.sql": "create table orders (id int);" };
  await migrate(url, [schemaOf("shop", good)]);
  const broken = {
    ...good,
    "0002-lines.sql": "create table lines (id int); insert into orders values (1);",
    "0003-broken.sql": "create table notes (id int); insert into notes values ('seven');",
  };
  await expect(migrate(url, [schemaOf("shop", broken)])).rejects.toThrow("Migration shop/0003-broken failed");
  const tables = await query(url, "select table_name as t from information_schema.tables where table_schema = 'shop'");
  expect(tables.map(({ t }) => t)).not.toContain("notes");
  expect(await query(url, "select count(*)::int as n from shop.orders")).toEqual([{ n: 1 }]);
  const mended = { ...broken, "0003-broken.sql": "create table notes (id int); insert into notes values (7);" };
  await migrate(url, [schemaOf("shop", mended)]);
  expect(await query(url, "select id from shop.notes")).toEqual([{ id: 7 }]);
});

test("HA-06 a change of a table with readers waits in short turns, so that no request fails behind it", async () => {
  const url = await emptyDatabase();
  const files = { "0001-orders.sql": "create table orders (id int); insert into orders values (1);" };
  await migrate(url, [schemaOf("shop", files)]);
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query("begin; select * from shop.orders");
  let isOver = false;
  const later = { ...files, "0002-notes.sql": "alter table orders add column note text;" };
  const migrated = migrate(url, [schemaOf("shop", later)]).then(() => (isOver = true));
  const pool = openPool({ url, role: "foyer_shop", schema: "shop", max: 4 });
  const answers: number[] = [];
  const lane = async (): Promise<void> => {
    for (const until = performance.now() + 3_500; performance.now() < until;) {
      answers.push((await pool.query("select id from orders")).rows.length);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  expect(isOver).toBe(false);
  await reader.query("rollback");
  await reader.end();
  await migrated;
  await pool.end();
  expect(new Set(answers)).toEqual(new Set([1]));
  expect(await query(url, "select note from shop.orders")).toEqual([{ note: null }]);
}, 60_000);

test("HA-06 indexes are built while requests continue, and an interrupted one is built again", async () => {
  const url = await emptyDatabase();
  const files = {
    "0001-orders.sql": "create table orders (id int, note text); insert into orders values (1, 'a'), (1, 'b');",
  };
  await migrate(url, [schemaOf("shop", files)]);
  // Leaves an invalid index, as an interrupted build does.
  await expect(query(url, "create unique index concurrently orders_id on shop.orders (id)")).rejects.toThrow();
  const later = {
    ...files,
    "0002-index.sql":
      "-- concurrently\n-- Why; and for whom.\ncreate index concurrently if not exists orders_id on orders (id);\ncreate index concurrently if not exists orders_note\n  on orders (note);\n",
    "0003-more.sql": "alter table orders add column more text;",
  };
  await migrate(url, [schemaOf("shop", later)]);
  const indexes =
    "select relname as name from pg_index join pg_class on oid = indexrelid where indisvalid and relname like 'orders%' order by 1";
  expect(await query(url, indexes)).toEqual([{ name: "orders_id" }, { name: "orders_note" }]);
  expect(await query(url, "select name from shop.kysely_migration order by name")).toHaveLength(3);
});

test("an instance does not change the database of a newer version", async () => {
  const url = await emptyDatabase();
  const older = { "0001-orders.sql": "create table orders (id int);" };
  await migrate(url, [schemaOf("shop", { ...older, "0002-notes.sql": "create table notes (id int);" })]);
  await migrate(url, [schemaOf("shop", older)]);
  expect(await query(url, "select count(*)::int as n from shop.notes")).toEqual([{ n: 0 }]);
});

test("a new migration of the kit runs on a database that already has the service's migrations", async () => {
  const url = await emptyDatabase();
  const schemas = [schemaOf("shop", { "0001-orders.sql": "create table orders (id int);" }, true)];
  await migrate(url, schemas);
  await query(url, "delete from shop.kysely_migration where name = '0000-kit-0002-hashed-limit-keys'");
  await query(
    url,
    "insert into shop.rate_limits values ('mail-to:maya@münchen.example', now(), 2), ('name:2001:db8::/64', now(), 7)",
  );
  await migrate(url, schemas);
  expect(await query(url, "select key, tries from shop.rate_limits order by tries")).toEqual([
    { key: limitKey("mail-to:maya@münchen.example"), tries: 2 },
    { key: limitKey("name:2001:db8::/64"), tries: 7 },
  ]);
});

test("an owner without superuser rights can migrate, and its services use their roles", async () => {
  const url = await emptyDatabase();
  const owner = `owner_${process.pid}`;
  await query(url, `create role ${owner} login createrole password 'word'`);
  // The server has this role from the template. From PostgreSQL 16 on, another owner needs an explicit grant.
  await query(url, `grant foyer_all_services to ${owner} with admin option`);
  const name = new URL(url.replace("@/", "@host/")).pathname.slice(1);
  await query(url, `alter database ${name} owner to ${owner}`);
  const owned = url.replace(/^postgres:\/\/[^@]*@/, `postgres://${owner}:word@`);
  await migrate(owned, [schemaOf("stall", { "0001-orders.sql": "create table orders (id int);" }, true)]);
  await migrate(owned, [schemaOf("stall", { "0001-orders.sql": "create table orders (id int);" }, true)]);
  const pool = openPool({ url: owned, role: "foyer_stall", schema: "stall" });
  await pool.query("insert into orders values (1)");
  await pool.query("select stall_jobs.add_job('nothing')");
  await pool.end();
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

interface SchemaRow {
  schema: string;
  role: string;
}

async function serviceSchemas(): Promise<SchemaRow[]> {
  return query<SchemaRow>(
    database.url,
    `select nspname as schema, rolname as role from pg_namespace, pg_roles
     where has_schema_privilege(rolname, nspname, 'usage') and rolname like 'foyer\\_%'
       and nspname !~ '^(pg_|information_schema|public)' and nspname !~ '_jobs$'
       and (rolname = 'foyer_' || nspname or (nspname = 'foyer' and rolname = 'foyer_host'))`,
  );
}

test("each service can read its own schema and no other service's tables", async () => {
  const schemas = await serviceSchemas();
  expect(schemas.length).toBeGreaterThanOrEqual(2);
  for (const { schema, role } of schemas) {
    const pool = openPool({ url: database.url, role, schema, max: 1 });
    for (const other of schemas) {
      const [table] = await query<{ name: string }>(
        database.url,
        `select tablename as name from pg_tables where schemaname = '${other.schema}' and tablename not like 'kysely%' limit 1`,
      );
      const attempt = pool.query(`select 1 from ${other.schema}.${table?.name} limit 1`).then(
        () => "read",
        (error: unknown) => (error instanceof pg.DatabaseError ? error.code : "?"),
      );
      expect(`${role} on ${other.schema}: ${await attempt}`).toBe(
        `${role} on ${other.schema}: ${other.schema === schema ? "read" : "42501"}`,
      );
    }
    await pool.end();
  }
});

test("no service's role can alter tables, become another role or read another service's jobs", async () => {
  const pool = openPool({ url: database.url, role: "foyer_host", schema: "foyer", max: 1 });
  await expect(pool.query("create table foyer.planted (n int)")).rejects.toMatchObject({ code: "42501" });
  await expect(pool.query("select 1 from accounts_jobs._private_jobs")).rejects.toMatchObject({ code: "42501" });
  await expect(pool.query("drop table foyer.sandbox_mails")).rejects.toMatchObject({ code: "42501" });
  await pool.end();
});
