import { copyFile, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { findRunningPostgres } from "@foyer/service-kit/postgres-server";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";

const DAY = 86_400;
const password = "correct horse battery staple";
const person = { username: "wilhelmina", email: "wilhelmina@old-mill.example" };
const former = "mina@first-address.example";

const lines = [
  { type: "account", username: person.username, email: former, password, cards: ["4242424242424242"] },
  { type: "account", username: "otto", email: "otto@example.com", password },
  { type: "account", username: "chief", email: "chief@example.com", password, is_staff: true },
  { type: "account", username: "deputy", email: "deputy@example.com", password, is_staff: true },
  {
    type: "license",
    id: "own",
    owners: [person.username],
    product_id: "OUTLINE-5-SUB-MONTHLY-WEB",
    description: "Outlinear 5",
    total_seats: 3,
    key_owner: "wilhelmina",
  },
  { type: "subscription", license: "own", current_period_end: "+15d" },
  { type: "seat", id: "own-1", license: "own", username: person.username },
  {
    type: "license",
    id: "team",
    owners: ["otto"],
    product_id: "DIAGRAM-6",
    description: "Diagrammer Oak 6",
    total_seats: 5,
  },
  { type: "seat", id: "team-1", license: "team", username: person.username },
  { type: "seat", id: "team-2", license: "team", email: person.email, reference: "ref-of-an-invitation-1" },
];

let foyer: RunningSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "foyer-erasure-"));
  foyer = await startFoyer({ lines });
}, 120_000);
afterAll(async () => {
  await foyer.close();
  await rm(folder, { recursive: true, force: true });
});

async function during<T>(system: RunningSystem, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connectionString = await findRunningPostgres(path.join(system.dataDir, "postgres"));
  if (!connectionString) throw new Error("the database does not answer");
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Returns every table of every schema with a row that contains one of these words; for the provider's rows, also the
 * kind of object.
 */
function tablesThatMention(system: RunningSystem, ...words: string[]): Promise<string[]> {
  return during(system, async (client) => {
    const { rows: tables } = await client.query<{ name: string; kind: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name,
        case when n.nspname = 'sandbox' and c.relname = 'objects' then 'type' else 'null' end as kind
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' order by 1`);
    // No schema is left out: the services, their queues, the sandboxes and the host.
    expect(new Set(tables.map(({ name }) => name.split(".")[0]))).toEqual(
      new Set(["accounts", "accounts_jobs", "foyer", "purchase", "purchase_jobs", "sandbox"]),
    );
    const found: string[] = [];
    for (const { name, kind } of tables) {
      const { rows } = await client.query<{ kind: string | null }>(
        `select distinct ${kind}::text as kind from ${name} t
         where exists (select from unnest($1::text[]) word where position(word in lower(t::text)) > 0)`,
        [words],
      );
      found.push(...rows.map((row) => (row.kind === null ? name : `${name} ${row.kind}`)));
    }
    return found.toSorted();
  });
}

const erasedIn = (system: RunningSystem, username: string) =>
  eventually(
    () =>
      during(system, async (client) => {
        const { rows } = await client.query(
          `select 1 from accounts.erasures where records_at is not null and payments_at is not null and username is null
           and not exists (select from accounts.accounts where username = $1)`,
          [username],
        );
        return rows.length > 0;
      }),
    "the erasure",
    30_000,
  );

test("ERASE-03 ERASE-04 after sixty days no table has the name or an address, and an older backup only for minutes", async () => {
  const staff = await foyer.signIn("chief", password);
  const changed = await foyer.call("POST", `/api/1.1/admin/accounts/${person.username}/email/`, {
    token: staff,
    json: { new_email_address: person.email, reason: `${former} asked from ${person.email}`, password },
  });
  expect(changed.status).toBe(200);
  const page = await foyer.call("GET", `/api/1.1/admin/accounts/${person.username}/`, { token: staff });
  const agreed = await foyer.call("POST", `/api/1.1/admin/accounts/${person.username}/restore/agree/`, {
    token: await foyer.signIn("deputy", password),
    json: { restore: page.body.access_restore.id, reason: `called ${former} back`, password },
  });
  expect(agreed.status).toBe(200);
  const token = await foyer.signIn(person.username, password);
  const { body } = await foyer.call("POST", "/api/1.1/user/", { token });
  const { id, customer_id: customers } = body.userinfo;
  const buyer = {
    name: "Wilhelmina Muller",
    address: { line1: "1 Old Mill", line2: "", city: "Mill", state: "", postal_code: "1", country: "US" },
    tax_id: "",
  };
  const saved = await foyer.call("POST", `/api/v2/customer/${customers[0]}/billing_details`, { token, json: buyer });
  expect(saved.status).toBe(200);
  await foyer.call("PUT", `/sandbox/sync/${person.username}/Tasks/inbox.json`, { json: {} });
  await foyer.call("POST", "/api/1.1/licenses/own/managers/", { token, json: { account_name: "otto" } });
  const otto = await foyer.signIn("otto", password);
  await foyer.call("POST", "/api/1.1/licenses/team/managers/", {
    token: otto,
    json: { account_name: person.username },
  });
  await foyer.call("POST", "/api/1.1/user/second_factor/", { token, json: {} });
  const subscriptions = await foyer.call("GET", `/api/v2/customer/${customers[0]}/subscriptions`, { token });
  const [{ id: subscription }] = subscriptions.body.subscriptions;
  const canceled = await foyer.call("POST", `/api/v2/customer/${customers[0]}/subscription/${subscription}`, {
    token,
    json: { cancel_at_period_end: true },
  });
  expect(canceled.status).toBe(200);

  const device = { product_id: "OUTLINE", fingerprint: "fingerprint-of-hers", name: `Mac of ${person.username}` };
  const { activation } = (await foyer.call("POST", "/api/1.1/activations/", { token, json: device })).body;
  const freed = await foyer.call("POST", `/api/1.1/admin/activations/${activation.id}/free/`, {
    token: staff,
    json: { reason: "asked by mail" },
  });
  expect(freed.status).toBe(200);

  const backup = path.join(folder, "before.jsonl.gz");
  expect((await foyer.command(["backup", backup])).code).toBe(0);
  const json = { account_name: person.username, password };
  expect((await foyer.call("POST", "/api/1.1/user/close/", { token, json })).body).toMatchObject({ status: "success" });
  expect(await tablesThatMention(foyer, person.username)).toContain("accounts.accounts");
  await foyer.advance(59 * DAY);
  await erasedIn(foyer, person.username);

  // Data that stays: the provider's invoices and payments as issued, and its log of events.
  const words = [person.username, person.email, former, "wilhelmina muller", "1 old mill"];
  const kept = /^sandbox\.objects (invoice|event|charge|payment_intent|payment_method)$|^sandbox\.idempotency_keys$/;
  const left = await tablesThatMention(foyer, ...words);
  expect(left.filter((table) => !kept.test(table))).toEqual([]);
  expect((await foyer.call("GET", `/sandbox/sync/${person.username}/Tasks/inbox.json`)).status).toBe(404);
  const provider = await foyer.call("GET", `/sandbox/stripe/v1/customers/${customers[0]}`, {
    token: "sk_test_sandbox",
  });
  expect(provider.body).toMatchObject({
    email: null,
    name: null,
    address: null,
    phone: null,
    metadata: { omni_id: id },
  });
  const invoices = await foyer.call("GET", `/sandbox/stripe/v1/invoices?customer=${customers[0]}`, {
    token: "sk_test_sandbox",
  });
  expect(invoices.body.data.length).toBeGreaterThan(0);
  expect(
    await during(foyer, async () =>
      brokenInvariants((await findRunningPostgres(path.join(foyer.dataDir, "postgres"))) ?? ""),
    ),
  ).toEqual([]);

  // A later export can be imported again, without the erased person.
  const file = path.join(folder, "export.jsonl");
  expect((await foyer.command(["export", file])).code).toBe(0);
  expect(await foyer.command(["import", file])).toMatchObject({ code: 0 });

  // Another machine, with the backup from before the closing and the journal.
  const journal = path.join(folder, "erased.jsonl");
  await copyFile(path.join(foyer.dataDir, "erased-accounts.jsonl"), journal);
  const other = await startFoyer();
  const restored = await other.command(["restore", backup, journal]);
  expect(restored.stderr, "ERASE-04 FAULT-55").toBe(`Journal read: ${journal}, 1 erased accounts.\n`);
  expect(restored.stdout).toContain("erased again within minutes of the start: 1.");
  // A second run does nothing after erasure has begun.
  expect((await other.command(["after-restore", journal])).stdout).toContain(
    "erased again within minutes of the start: 0.",
  );
  await other.call("PUT", `/sandbox/sync/${person.username}/Tasks/inbox.json`, { json: {} });
  const tried = await other.call("POST", "/api/1.1/signin/", { form: { username: person.username, password } });
  expect(tried).toMatchObject({ status: 403, body: { code: 1004 } });
  await other.advance(1);
  await erasedIn(other, person.username);
  expect((await tablesThatMention(other, ...words)).filter((table) => !kept.test(table))).toEqual([]);
  // The files under that name may belong to another person by now.
  expect((await other.call("GET", `/sandbox/sync/${person.username}/Tasks/inbox.json`)).status).toBe(200);
  await other.close();
}, 240_000);
