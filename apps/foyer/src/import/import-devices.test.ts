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

/** An installation whose keys activate the apps of all products with devices. */
async function byKey(): Promise<ImportDeps> {
  const { terms, ...rest } = await installation();
  const activationRules = (productId: string) => {
    const rules = terms.activationRules(productId);
    return rules && { ...rules, byKey: true };
  };
  return { ...rest, terms: { ...terms, activationRules } };
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

test("MOVE-01 a device without a person was activated by the license's key; it keeps its id and survives an export", async () => {
  const keyed = [
    ...vendor.slice(0, 2),
    { ...vendor[2], key: "OLD-KEY" },
    { type: "activation", id: "f90ec370-fd83", license: "task", fingerprint: "f90ec370-fd83-46a5", name: "Studio Mac" },
  ];
  const first = await byKey();
  expect(await runImport(bytesOf(keyed), first)).toMatchObject({ imported: { activation: 1 } });
  const [row] = await devicesOf(first);
  expect(row).toMatchObject({
    id: "f90ec370-fd83",
    by_key: "OLD-KEY",
    account_id: null,
    seat_id: null,
    ended_at: null,
  });
  expect(await recognizes(first, "f90ec370-fd83", "f90ec370-fd83-46a5")).toBe(true);
  const second = await byKey();
  const text = await exported(first);
  expect(await runImport(bytesOf(text), second)).toMatchObject({ imported: { activation: 1 } });
  expect(await devicesOf(second)).toEqual([row]);
  expect(await exported(second)).toBe(text);
  // A key that was replaced does not come back with the file from before.
  await asAllServices(first.databaseUrl, async (db) => {
    const old = { key: "LEGACY", license_id: "task", replaced_at: now, ends_at: now, ends_activations: true };
    await db.insertInto("replaced_license_keys").values(old).execute();
  });
  const legacy = { type: "license_key", key: "LEGACY", owner: "ada", product_id: "TASK-3", description: "Tasklight 3" };
  expect(await runImport(bytesOf([legacy]), first)).toMatchObject({ skipped: { license_key: 1 } });
});

test("MOVE-01 a device by key needs a key, a product that keys activate, and a place; it has no seat", async () => {
  const device = (own: object) => ({
    type: "activation",
    id: "d",
    license: "task",
    fingerprint: "fingerprint-of-d",
    ...own,
  });
  const faultsOf = async (deps: ImportDeps, ...lines: object[]): Promise<unknown> => {
    const outcome = await runImport(bytesOf([...vendor.slice(0, 2), ...lines]), deps);
    return "faults" in outcome ? outcome.faults.map(({ field, message }) => `${field} ${message}`) : outcome.imported;
  };
  const withKey = { ...vendor[2], key: "OLD-KEY", activation_limit: 1, total_seats: 1 };
  const deps = await byKey();
  expect(await faultsOf(deps, vendor[2] ?? {}, device({}))).toEqual([expect.stringContaining('"task" has no key')]);
  expect(await faultsOf(await installation(), withKey, device({}))).toEqual([
    expect.stringContaining("activate nothing"),
  ]);
  expect(await faultsOf(deps, withKey, device({ seat: "s-ada" }))).toEqual([
    expect.stringContaining("belongs to username"),
  ]);
  expect(await faultsOf(deps, withKey, device({}), device({ id: "e", fingerprint: "fingerprint-of-e" }))).toEqual([
    expect.stringContaining("has no place left"),
  ]);
  expect(await faultsOf(deps, withKey, device({}), device({ id: "e" }))).toEqual([
    expect.stringContaining("live once by the key"),
  ]);
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
