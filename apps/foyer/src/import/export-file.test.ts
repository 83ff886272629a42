import { afterAll, expect, test } from "vitest";
import { openPool } from "@foyer/service-kit/db";
import { testDatabase, type TestDatabase } from "@foyer/testing/database";
import { exportAll } from "./export-file.ts";
import { runImport, type ImportDeps } from "./run-import.ts";
import { bytesOf, importDeps, now, vendor, vendorCounts } from "./testing/import-deps.ts";

const databases: TestDatabase[] = [];
afterAll(() => Promise.all(databases.map((database) => database.close())));

async function freshDatabase(): Promise<ImportDeps> {
  const database = await testDatabase();
  databases.push(database);
  return importDeps(database.url);
}

const exported = ({ databaseUrl }: ImportDeps) => exportAll({ databaseUrl, sandbox: true, now });

/** Returns what the services read, without values that are generated for each database. */
async function statesOf({ databaseUrl }: ImportDeps): Promise<unknown> {
  const pool = openPool({ url: databaseUrl, role: null, schema: "accounts", max: 1 });
  const { rows: licenses } = await pool.query("select * from licenses order by id");
  const { rows: seats } = await pool.query(
    "select id, license_id, status, username, email, reference, invitation_expires_at, created_at from seats order by id",
  );
  const { rows: people } = await pool.query(
    "select username, email, password_hash, state, is_staff, created_at from accounts order by username",
  );
  const { rows: subscriptions } = await pool.query(
    `select id, registration_id, status, provider_plan, provider_quantity, paid_plan, paid_quantity, paid_until, period_end,
       recorded_quantity, cancel_at_period_end and status <> 'canceled' as will_cancel from purchase.subscriptions order by id`,
  );
  const { rows: cards } = await pool.query(
    `select customer.body->'metadata'->>'omni_username' as holder, method.body->'sandbox'->>'number' as number,
       method.id = customer.body->'invoice_settings'->>'default_payment_method' as is_default
     from sandbox.objects method join sandbox.objects customer on customer.id = method.customer_id
     where method.type = 'payment_method' order by 1, 2`,
  );
  await pool.end();
  return { licenses, seats, people, subscriptions, cards };
}

test("export, import and a second export give the same text, and the services read the same", async () => {
  const first = await freshDatabase();
  await runImport(vendor, first);
  const text = await exported(first);
  const second = await freshDatabase();
  expect(await runImport(bytesOf(text), second)).toMatchObject({ imported: vendorCounts });
  expect(await exported(second)).toBe(text);
  expect(await statesOf(second)).toEqual(await statesOf(first));
});

test("an export loads into its own database, and changes nothing", async () => {
  const database = await freshDatabase();
  await runImport(vendor, database);
  const text = await exported(database);
  expect(await runImport(bytesOf(text), database)).toMatchObject({ imported: { account: 0, license: 0, seat: 0 } });
  expect(await exported(database)).toBe(text);
});

test("an export contains no plain password, and an empty database gives an empty file", async () => {
  const database = await freshDatabase();
  expect(await exported(database)).toBe("");
  await runImport(vendor, database);
  const text = await exported(database);
  expect(text).not.toContain("brass-kettle");
  expect(text.match(/"password_hash":"\$argon2id/g)).toHaveLength(5);
});
