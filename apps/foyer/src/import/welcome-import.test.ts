import { openPool } from "@foyer/service-kit/db";
import { addWelcomes } from "@foyer/accounts/welcome-mail-store";
import { testDatabase } from "@foyer/testing/database";
import { afterAll, expect, test } from "vitest";
import { dryRunTable, durationOf } from "./dry-run-table.ts";
import { judgeImport, runImport } from "./run-import.ts";
import { bytesOf, importDeps, now, vendor } from "./testing/import-deps.ts";

const database = await testDatabase();
const owner = openPool({ url: database.url, role: null, schema: "accounts", max: 1 });
const deps = importDeps(database.url);
afterAll(async () => {
  await owner.end();
  await database.close();
});

const count = async (table: string): Promise<number> =>
  (await owner.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)).rows[0]?.rows ?? 0;

const moved = [
  { type: "account", username: "moved", email: "moved@a.example" },
  { type: "account", username: "closed", email: "closed@a.example", state: 300 },
  { type: "license", id: "m", owners: ["moved"], product_id: "TASK-3", description: "Tasklight 3", key: "M-1" },
  { type: "seat", id: "m-1", license: "m", username: "moved" },
  { type: "activation", id: "mac", license: "m", username: "moved", fingerprint: "fingerprint-of-mac" },
];

const load = (file: Uint8Array, write?: () => Promise<never>) =>
  runImport(file, deps, {
    onHashed: () => undefined,
    around: async (tx, writeAll, usernames) => {
      const written = await writeAll();
      await addWelcomes(tx, usernames, 60, now);
      return write ? write() : written;
    },
  });

test("MOVE-06 a dry run ends with a table, and changes nothing", async () => {
  const before = await judgeImport(bytesOf(moved), deps);
  expect(dryRunTable(before, null)).toEqual([
    "                    new known before",
    "accounts              2            0",
    "licenses              1            0",
    "seats                 1            0",
    "keys                  1            0",
    "upgrades              0            0",
    "devices               1            0",
    "subscriptions         0            0",
    "Mails: none. Links to set a password with --invite: 1.",
    "Nothing was changed (dry run).",
  ]);
  expect([await count("accounts"), await count("welcome_mails")]).toEqual([0, 0]);
  const all = await judgeImport(vendor, deps);
  expect([all.imported.account, all.keys, all.toWelcome]).toEqual([7, { imported: 3, skipped: 0 }, 1]);
});

test("MOVE-06 people wait for a mail only if the whole import is written, and those of an earlier import get one too", async () => {
  await expect(load(bytesOf(moved), () => Promise.reject(new Error("the machine stops")))).rejects.toThrow("stops");
  expect([await count("accounts"), await count("welcome_mails")]).toEqual([0, 0]);
  // First without mails, as a vendor does who looks at the result first.
  await runImport(bytesOf(moved), deps);
  const judged = await judgeImport(bytesOf(moved), deps);
  expect([judged.imported.account, judged.toWelcome, judged.keys]).toEqual([0, 1, { imported: 0, skipped: 1 }]);
  expect(dryRunTable(judged, 60).at(-2)).toBe("Mails with a link to set a password: 1, at 60 an hour (1 min).");
  await Promise.all([load(bytesOf(moved)), load(bytesOf(moved))]);
  expect(await count("welcome_mails")).toBe(1);
  await owner.query("update welcome_mails set queued_at = now(), mailed_at = now()");
  await load(bytesOf(moved));
  expect(await count("welcome_mails where queued_at is null")).toBe(0);
  expect((await judgeImport(bytesOf(moved), deps)).toWelcome).toBe(0);
});

test("MOVE-06 durations are told in minutes, then in hours", () => {
  expect([durationOf(1, 100), durationOf(199, 100), durationOf(5_000, 100)]).toEqual(["1 min", "2 h", "50 h"]);
});
