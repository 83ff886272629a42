import { testDatabase } from "@foyer/testing/database";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { fixedClock } from "./clock.ts";
import { openDatabase, openPool } from "./db.ts";
import { sandboxMailer } from "./mailer.ts";
import { deleteInSteps } from "./prune-store.ts";
import { keepNewestMails } from "./sandbox-mail-store.ts";

const { url, close } = await testDatabase();

test("HA-10 what has ended is deleted in statements of a few rows each, and a row that is prolonged meanwhile stays", async () => {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query("create schema pond; create table pond.fish (id int, ends_at int, tx xid8)");
  await owner.query("insert into pond.fish select n, n from generate_series(1, 100) n");
  await owner.query(`create table pond.deaths (tx xid8);
    create function pond.note() returns trigger language plpgsql as
      'begin insert into pond.deaths values (pg_current_xact_id()); return old; end';
    create trigger note after delete on pond.fish for each row execute function pond.note()`);
  const database = openDatabase<Record<string, never>>({ url, role: null, schema: "pond" });
  await owner.query("begin; update pond.fish set ends_at = 1000 where id = 7");
  const deleting = deleteInSteps(database.kysely, "fish", sql`(ends_at < ${51} or ends_at is null)`, 20);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await owner.query("commit");
  // The prolonged row makes its statement one row short, which ends the work until the next sweep.
  const first = await deleting;
  const rest = await deleteInSteps(database.kysely, "fish", sql`(ends_at < ${51} or ends_at is null)`, 20);
  expect(first + rest).toBe(49);
  const { rows } = await owner.query("select count(*)::int as n from pond.fish where id <= 50");
  expect(rows).toEqual([{ n: 1 }]);
  const deaths = await owner.query<{ n: number }>("select count(*)::int as n from pond.deaths group by tx");
  expect(Math.max(...deaths.rows.map(({ n }) => n))).toBeLessThanOrEqual(20);
  await database.close();
  await owner.end();
});

test("HA-10 the mail sandbox keeps its newest mails", async () => {
  const pool = openPool({ url, role: "foyer_host", schema: "foyer", max: 1 });
  const mailer = sandboxMailer(pool, fixedClock(new Date("2026-01-01T00:00:00Z")));
  for (const subject of ["one", "two", "three"])
    await mailer.send({ to: "ada@example.com", subject, text: "", html: "" });
  await keepNewestMails(pool, 2);
  const { rows } = await pool.query("select subject from sandbox_mails order by id");
  expect(rows.map(({ subject }) => String(subject))).toEqual(["two", "three"]);
  await pool.end();
  await close();
});
