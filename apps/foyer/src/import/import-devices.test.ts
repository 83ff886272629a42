import { licenseSecrets } from "@foyer/accounts/license-secrets";
import { keyringOf } from "@foyer/service-kit/keyring";
import { testDatabase, type TestDatabase } from "@foyer/testing/database";
import { afterAll, expect, test } from "vitest";
import { exportAll } from "./export-file.ts";
import { asAllServices, type ImportDeps, runImport } from "./run-import.ts";
import { bytesOf, importDeps, now } from "./testing/import-deps.ts";
import { plainPayments } from "./testing/plain-payments.ts";

const theirs = keyringOf(["a key of another system, 32 characters"]);
const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.close())));

async function installation(more: Partial<ImportDeps> = {}): Promise<ImportDeps> {
  const database = await testDatabase();
  databases.push(database);
  return { ...importDeps(database.url), payments: () => plainPayments(now), ...more };
}

const exported = ({ databaseUrl }: ImportDeps) => exportAll({ databaseUrl, sandbox: true, now });

const devicesOf = (deps: ImportDeps) =>
  asAllServices(deps.databaseUrl, (db) => db.selectFrom("activations").selectAll().orderBy("id").execute());
const clock = { now: () => now, stop: () => undefined };
/** True if the installation recognizes an app by that fingerprint. */
async function recognizes(deps: ImportDeps, id: string, fingerprint: string): Promise<boolean> {
  const device = (await devicesOf(deps)).find((row) => row.id === id);
  return asAllServices(deps.databaseUrl, async (db) => {
    const hash = await licenseSecrets(db, deps.keyring, clock).hashFingerprint(fingerprint);
    return device?.ended_at === null && device.fingerprint.equals(hash);
  });
}

const vendor = [
  { type: "account", username: "ada", email: "ada@a.example" },
  { type: "account", username: "bo", email: "bo@a.example" },
  {
    type: "license",
    id: "task",
    owners: ["ada"],
    product_id: "TASK-3",
    description: "Tasklight 3",
    total_seats: 3,
    activation_limit: 5,
    activation_limit_until: "+20d",
  },
  { type: "seat", id: "s-ada", license: "task", username: "ada" },
  { type: "seat", id: "s-bo", license: "task", username: "bo" },
  {
    type: "activation",
    id: "mac",
    license: "task",
    username: "ada",
    fingerprint: "fingerprint-of-mac",
    name: "Studio Mac",
    platform: "macOS",
    app_version: "3.2.0",
    created: "-90d",
    last_seen: "-2d",
    offline_until: "+10d",
  },
  { type: "activation", id: "pc", license: "task", username: "bo", fingerprint: "fingerprint-of-pc" },
  {
    type: "activation",
    id: "old",
    license: "task",
    username: "bo",
    seat: "s-gone",
    fingerprint: "fingerprint-of-old",
    ended: "-1d",
    ended_by: "holder",
    offline_until: "+3d",
  },
];

test("WAL-20 devices of an import validate by the app's fingerprint, and loading the file again changes nothing", async () => {
  const deps = await installation();
  const first = await runImport(bytesOf(vendor), deps);
  expect(first).toMatchObject({ imported: { activation: 3 }, skipped: { activation: 0 } });
  const rows = await devicesOf(deps);
  expect(rows.map(({ id, seat_id: seat, ended_by: by }) => [id, seat, by])).toEqual([
    ["mac", "s-ada", null],
    ["old", "s-gone", "holder"],
    ["pc", "s-bo", null],
  ]);
  // The service stores the beginning of the day.
  expect(rows[0]).toMatchObject({ name: "Studio Mac", last_seen_at: new Date("2026-11-19T00:00:00Z") });
  expect(await recognizes(deps, "mac", "fingerprint-of-mac")).toBe(true);
  expect(await recognizes(deps, "mac", "fingerprint-of-pc")).toBe(false);
  expect(await runImport(bytesOf(vendor), deps)).toMatchObject({
    imported: { activation: 0 },
    skipped: { activation: 3 },
  });
  expect(await devicesOf(deps)).toEqual(rows);
});

test("WAL-20 an export loads into an empty installation with the same SECRETS_KEY, where apps go on validating", async () => {
  const first = await installation();
  await runImport(bytesOf(vendor), first);
  const text = await exported(first);
  expect(text).not.toContain("fingerprint-of-");
  expect(text).toContain('"activation_limit":5,"activation_limit_until":"2026-12-11T12:00:00Z"');
  const second = await installation();
  expect(await runImport(bytesOf(text), second)).toMatchObject({ imported: { activation: 3 } });
  expect(await recognizes(second, "mac", "fingerprint-of-mac")).toBe(true);
  expect(await exported(second)).toBe(text);
  expect(await runImport(bytesOf(text), second)).toMatchObject({ imported: { activation: 0 } });
});

test("WAL-20 an export loads with another SECRETS_KEY too: its devices are ended, and their files keep their places", async () => {
  const first = await installation();
  await runImport(bytesOf(vendor), first);
  const second = await installation({ keyring: theirs });
  expect(await runImport(bytesOf(await exported(first)), second)).toMatchObject({ imported: { activation: 3 } });
  const rows = (await devicesOf(second)).map((row) => [row.id, row.ended_by, row.offline_until?.toISOString() ?? null]);
  expect(rows).toEqual([
    ["mac", "staff", "2026-12-01T12:00:00.000Z"],
    ["old", "holder", "2026-11-24T12:00:00.000Z"],
    ["pc", "staff", null],
  ]);
  expect(await recognizes(second, "mac", "fingerprint-of-mac")).toBe(false);
});

test("WAL-20 an installation with a fingerprint key of its own keeps it, and ends devices of another key", async () => {
  const first = await installation();
  await runImport(bytesOf(vendor), first);
  const text = await exported(first);
  const second = await installation();
  await runImport(bytesOf([...vendor.slice(0, 5), { ...vendor[6], id: "own" }]), second);
  expect(await runImport(bytesOf(text), second)).toMatchObject({ imported: { activation: 3 } });
  expect(await recognizes(second, "own", "fingerprint-of-pc")).toBe(true);
  expect((await devicesOf(second)).map(({ id, ended_by: by }) => [id, by])).toEqual([
    ["mac", "staff"],
    ["old", "holder"],
    ["own", null],
    ["pc", "staff"],
  ]);
});

test("WAL-20 a device that was freed and activated anew is not live twice when an older export comes back", async () => {
  const deps = await installation();
  await runImport(bytesOf(vendor), deps);
  const text = await exported(deps);
  await asAllServices(deps.databaseUrl, async (db) => {
    await db.updateTable("activations").set({ id: "mac-again" }).where("id", "=", "mac").execute();
  });
  expect(await runImport(bytesOf(text), deps)).toMatchObject({ imported: { activation: 1 } });
  const rows = (await devicesOf(deps)).filter(({ id }) => id.startsWith("mac"));
  expect(rows.map((row) => [row.id, row.ended_by, row.offline_until === null])).toEqual([
    ["mac", "replaced", true],
    ["mac-again", null, false],
  ]);
});

test("WAL-20 a live device of a closed account or of an ended license is imported as ended", async () => {
  const deps = await installation();
  await runImport(
    bytesOf([...vendor.slice(0, 5), { type: "account", username: "cy", email: "cy@a.example", state: 300 }]),
    deps,
  );
  await asAllServices(deps.databaseUrl, async (db) => {
    await db.updateTable("accounts").set({ state: 300 }).where("username", "=", "ada").execute();
  });
  await runImport(bytesOf([vendor[5] ?? {}]), deps);
  await asAllServices(deps.databaseUrl, async (db) => {
    await db.updateTable("licenses").set({ subscription_active: false }).execute();
  });
  await runImport(bytesOf([vendor[6] ?? {}]), deps);
  expect((await devicesOf(deps)).map(({ id, ended_by: by }) => [id, by])).toEqual([
    ["mac", "account"],
    ["pc", "license"],
  ]);
});
