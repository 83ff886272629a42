import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "@foyer/service-kit/db";
import { testDatabase } from "@foyer/testing/database";
import type pg from "pg";
import { brand } from "../../../../brand/fernhill.ts";
import { runImport } from "./run-import.ts";
import { importDeps, vendor } from "./testing/import-deps.ts";

const database = await testDatabase();
const owner = openPool({ url: database.url, role: null, schema: "purchase", max: 2 });
const deps = importDeps(database.url);

interface SandboxObject {
  readonly id: string;
  readonly status: string;
  readonly total: number;
  readonly customer: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly items: { readonly data: readonly { readonly quantity: number }[] };
  readonly card: { readonly last4: string };
  readonly invoice_settings: { readonly default_payment_method: string | null };
}

async function rowsOf<Row extends pg.QueryResultRow>(
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await owner.query<Row>(statement, [...values])).rows;
}

async function objectsOf(type: string, customer?: string): Promise<SandboxObject[]> {
  const rows = await rowsOf<{ body: SandboxObject }>(
    "select body from sandbox.objects where type = $1 and ($2::text is null or customer_id = $2) order by sequence",
    [type, customer ?? null],
  );
  return rows.map(({ body }) => body);
}

async function customerOf(username: string): Promise<string> {
  const [row] = await rowsOf<{ customer_ids: string[] }>(
    "select customer_ids from accounts.accounts where username = $1",
    [username],
  );
  return row?.customer_ids[0] ?? "";
}

beforeAll(async () => {
  await runImport(vendor, deps);
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

test("accounts with cards, an id or a subscription have customers, and no others", async () => {
  const customers = await objectsOf("customer");
  expect(new Set(customers.map((customer) => customer.metadata["omni_username"]))).toEqual(
    new Set(["ada", "bruno", "clara", "gerd"]),
  );
  expect(customers).toHaveLength(4);
  expect(await customerOf("gerd")).toBe("cus_gerd");
  expect(await customerOf("desk")).toBe("");
  const mirrored = await rowsOf<{ customer_id: string; username: string }>(
    "select customer_id, username from customers",
  );
  for (const { customer_id: id, username } of mirrored) expect(await customerOf(username)).toBe(id);
  expect(mirrored).toHaveLength(4);
});

test("cards are saved once each, and the subscription's card is the default", async () => {
  const customer = await customerOf("clara");
  const cards = await objectsOf("payment_method", customer);
  expect(cards.map(({ card }) => card.last4)).toEqual(["4444", "0005", "0341"]);
  const [clara] = (await objectsOf("customer")).filter(({ id }) => id === customer);
  expect(clara?.invoice_settings.default_payment_method).toBe(cards[2]?.id);
});

test("a recorded decrease renews fewer seats, and the paid ones stay in force", async () => {
  const [row] = await rowsOf("select * from subscriptions where registration_id = 'team-yearly'");
  expect(row).toMatchObject({
    status: "active",
    paid_quantity: 6,
    provider_quantity: 4,
    recorded_quantity: 4,
    recorded_plan: "OUTLINE-5-SUB-ANNUAL-WEB",
    sequence: 1,
  });
  expect(row?.["period_end"]).toEqual(new Date("2026-12-31T12:00:00Z"));
  expect(row?.["paid_until"]).toEqual(row?.["period_end"]);
  const [license] = await rowsOf("select * from accounts.licenses where id = 'team-yearly'");
  expect(license).toMatchObject({ total_seats: 6, renewing_quantity: 4, subscription_id: row?.["id"] });
});

test("the current period has one paid invoice of all seats, with tax", async () => {
  const [row] = await rowsOf<{ id: string }>("select id from subscriptions where registration_id = 'team-yearly'");
  const invoices = await rowsOf<{ body: SandboxObject }>(
    "select body from sandbox.objects where type = 'invoice' and parent_id = $1",
    [row?.id],
  );
  const price = brand.plans.find((plan) => plan.id === "OUTLINE-5-SUB-ANNUAL-WEB")?.amountCents ?? 0;
  expect(invoices.map(({ body }) => [body.status, body.total])).toEqual([["paid", Math.round(6 * price * 1.195)]]);
});

test("a canceled subscription is inactive, a past-due one has an open invoice, one that is set to end shows it", async () => {
  const states = await rowsOf(
    "select id, subscription_active, cancel_at_period_end from accounts.licenses where subscription_id is not null order by id",
  );
  expect(states).toEqual([
    { id: "ended", subscription_active: false, cancel_at_period_end: expect.any(Boolean) },
    { id: "late", subscription_active: true, cancel_at_period_end: false },
    { id: "team-monthly", subscription_active: true, cancel_at_period_end: true },
    { id: "team-yearly", subscription_active: true, cancel_at_period_end: false },
  ]);
  const [late] = await rowsOf(
    "select status, open_invoice, paid_until, period_start from subscriptions where registration_id = 'late'",
  );
  expect(late).toMatchObject({ status: "past_due", open_invoice: { total: expect.any(Number) } });
  expect(late?.["paid_until"]).toEqual(late?.["period_start"]);
  const [named] = await rowsOf("select id from subscriptions where registration_id = 'team-monthly'");
  expect(named).toEqual({ id: "sub_monthly" });
});

test("no news or mails are queued, and nothing was charged", async () => {
  expect(await rowsOf("select 1 from news where sent_at is null")).toEqual([]);
  expect(await rowsOf("select 1 from sandbox.deliveries")).toEqual([]);
  expect(await rowsOf("select 1 from foyer.sandbox_mails")).toEqual([]);
  expect(await objectsOf("event")).toEqual([]);
});
