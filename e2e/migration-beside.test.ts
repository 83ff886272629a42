import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { migrate } from "@foyer/service-kit/migrate";
import { testDatabase } from "@foyer/testing/database";
import pg from "pg";
import { expect, test } from "vitest";
import { runImport } from "./import-lines.ts";
import { databaseUrlOf, instanceOn, rowsOf } from "./instance.ts";
import { linesWith, post, signIn } from "./inviting.ts";
import { steadily } from "./steady-writes.ts";

/** `npm run torture` holds the tables for the promised 15 s. */
const isTorture = process.env["TORTURE"] === "1";
const HELD_MS = isTorture ? 15_000 : 3_000;
const A_SECOND = 40;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const TABLES = ["accounts", "sessions", "licenses", "seats"];

/** The next version's changes of every table that the load uses, one file each. */
const files = TABLES.map(
  (table, n) => [`01${n}0-${table}.sql`, `alter table ${table} add column planted text;`] as const,
);

test(`HA-06 F28 a migration of the tables in use, beside somebody who reads them for ${HELD_MS / 1_000} s: no request fails`, async () => {
  const database = await testDatabase();
  await runImport(database.url, linesWith());
  const instance = await instanceOn(database.url);
  await instance.start();
  const headers = { authorization: `Bearer ${(await signIn(instance)).access_token}` };
  const failures: string[] = [];
  let n = 0;
  const ask = async (): Promise<void> => {
    const own = n++;
    const place = own % 10 === 0 ? "/api/1.1/registration_seats/lic-1/" : "/api/1.1/managed_team_licenses/";
    const body = own % 10 === 0 ? { seats: `guest${own}@example.com` } : {};
    const { status } = await post(instance, place, body, { ...headers, "x-forwarded-for": `10.2.${own % 250}.1` });
    if (status !== 200) failures.push(`${place} ${status}`);
  };
  const stop = steadily(A_SECOND, ask);
  const reader = new pg.Client({ connectionString: databaseUrlOf(database.url) });
  await reader.connect();
  await reader.query(`begin; ${TABLES.map((table) => `select count(*) from accounts.${table}`).join("; ")}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-next-"));
  for (const [file, text] of files) fs.writeFileSync(path.join(folder, file), text);
  const next = { schema: "accounts", role: "foyer_accounts", folder: pathToFileURL(`${folder}/`), isService: false };
  const migrated = migrate(database.url, [next]);
  await pause(HELD_MS);
  await reader.query("rollback");
  await reader.end();
  await migrated;
  await stop();
  const planted = "select table_name from information_schema.columns where column_name = 'planted'";
  const rows = await rowsOf(database.url, planted);
  await instance.close();
  await rm(folder, { recursive: true, force: true });
  await database.close();
  expect(rows).toHaveLength(TABLES.length);
  expect(n).toBeGreaterThan((HELD_MS / 1_000) * 10);
  expect(failures).toEqual([]);
}, 120_000);
