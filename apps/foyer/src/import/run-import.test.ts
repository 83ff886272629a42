import { afterAll, beforeEach, expect, test } from "vitest";
import { passwordHasher } from "@foyer/accounts/passwords";
import { openPool } from "@foyer/service-kit/db";
import { testDatabase } from "@foyer/testing/database";
import type pg from "pg";
import { noCounts } from "@foyer/import-file/check-import";
import { runImport, type ImportDeps } from "./run-import.ts";
import { bytesOf, importDeps, now, vendor, vendorCounts } from "./testing/import-deps.ts";
import { plainPayments } from "./testing/plain-payments.ts";

let database = await testDatabase();
let owner = openPool({ url: database.url, role: null, schema: "accounts", max: 2 });
const close = async () => {
  await owner.end();
  await database.close();
};
beforeEach(async () => {
  await close();
  database = await testDatabase();
  owner = openPool({ url: database.url, role: null, schema: "accounts", max: 2 });
});
afterAll(close);

function deps(payments = plainPayments(now)): ImportDeps {
  return { ...importDeps(database.url), payments: () => payments };
}

async function rowsOf<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  return (await owner.query<Row>(statement)).rows;
}

/** Returns all rows of all tables that an import writes, as one text. */
async function everything(): Promise<string> {
  const tables = ["accounts", "licenses", "license_owners", "seats", "license_keys", "upgrades", "subscriptions"];
  const contents = await Promise.all(
    tables.map((table) => rowsOf(`select to_jsonb(t) as row from ${table} t order by 1`)),
  );
  return JSON.stringify(contents);
}

test("a whole file is loaded, and loading it again changes nothing", async () => {
  const first = await runImport(vendor, deps());
  expect(first).toEqual({ imported: vendorCounts, skipped: noCounts() });
  const after = await everything();
  const payments = plainPayments(now);
  expect(await runImport(vendor, deps(payments))).toEqual({ imported: noCounts(), skipped: vendorCounts });
  expect(await everything()).toBe(after);
  expect(payments.asked).toEqual([]);
});

test("defaults and words of the file become the values that the services read", async () => {
  await runImport(vendor, deps());
  const licenses = await rowsOf<Record<string, unknown>>("select * from licenses");
  const byId = new Map(licenses.map((row) => [row["id"], row]));
  expect(byId.get("team-yearly")).toMatchObject({
    purchase_type: "renewable",
    total_seats: 6,
    used_seats: 4,
    invited_seats: 2,
    renewing_quantity: 4,
    subscription_active: true,
    registered_at: now,
    key_owner: "ada",
    products: ["Outlinear 5 for Mac", "Outlinear 5 on the web"],
  });
  expect(byId.get("ended")).toMatchObject({ subscription_active: false, products: ["Outlinear 5"] });
  expect(byId.get("trial")).toMatchObject({ purchase_type: "trial", subscription_id: null });
  expect(byId.get("oak-6")).toMatchObject({ purchase_type: "perpetual", key_owner: "Ada Workshop" });
  const seats = await rowsOf<{ id: string; invitation_expires_at: Date | null }>("select * from seats");
  const late = seats.find(({ id }) => id === "s-4");
  expect(late?.invitation_expires_at?.getTime(), "an invitation of 31 days ago has expired").toBeLessThan(
    now.getTime(),
  );
  const owners = await rowsOf(
    "select account_id from license_owners where license_id = 'team-monthly' order by position",
  );
  const people = await rowsOf<{ id: string; username: string }>("select id, username from accounts");
  const names = new Map(people.map(({ id, username }) => [id, username]));
  expect(owners.map((row) => names.get(row["account_id"]))).toEqual(["clara", "ada"]);
});

test("passwords are hashed, given hashes stay, and accounts with neither have none", async () => {
  await runImport(vendor, deps());
  const rows = await rowsOf<{ username: string; password_hash: string | null }>("select * from accounts");
  const hashes = new Map(rows.map((row) => [row.username, row.password_hash]));
  expect(await passwordHasher().verify(hashes.get("ada") ?? null, "brass-kettle-01")).toBe(true);
  expect(hashes.get("frida")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$c2FsdHNhbHR/);
  expect(hashes.get("gerd")).toBeNull();
});

test("customers, cards and subscriptions are each requested from the payment side once", async () => {
  const payments = plainPayments(now);
  await runImport(vendor, deps(payments));
  expect(payments.asked).toEqual([
    "customer of clara",
    "card 5555555555554444 of cus_clara, the default",
    "card 378282246310005 of cus_clara",
    "customer of gerd",
    "customer of ada",
    "subscription of team-yearly by cus_ada, card 4242424242424242",
    "subscription of team-monthly by cus_clara, card 4000000000000341",
    "customer of bruno",
    "subscription of ended by cus_bruno, card none",
    "subscription of late by cus_bruno, card 4000000000000341",
  ]);
  expect(await rowsOf("select username, customer_ids from accounts where customer_ids <> '{}' order by 1")).toEqual([
    { username: "ada", customer_ids: ["cus_ada"] },
    { username: "bruno", customer_ids: ["cus_bruno"] },
    { username: "clara", customer_ids: ["cus_clara"] },
    { username: "gerd", customer_ids: ["cus_gerd"] },
  ]);
});

test("a failure during the write rolls everything back", async () => {
  const broken = { ...plainPayments(now), makeSubscription: () => Promise.reject(new Error("out of paper")) };
  await expect(runImport(vendor, { ...deps(), payments: () => broken })).rejects.toThrow("out of paper");
  expect(await rowsOf("select 1 from accounts")).toEqual([]);
  expect(await rowsOf("select 1 from licenses")).toEqual([]);
});

test("import adds and never updates; of deleted rows only those in the file return", async () => {
  await runImport(vendor, deps());
  await owner.query(
    "update accounts set email = 'new@workshop.example', email_key = 'new@workshop.example' where username = 'ada'",
  );
  await owner.query("delete from seats where id = 's-3'");
  const again = await runImport(vendor, deps());
  expect(again).toMatchObject({ imported: { ...noCounts(), seat: 1 } });
  expect(await rowsOf("select email from accounts where username = 'ada'")).toEqual([
    { email: "new@workshop.example" },
  ]);
  expect(await rowsOf("select reference from seats where id = 's-3'")).toEqual([{ reference: "guest-of-the-team-1" }]);
});

test("ten concurrent imports of one file load it once", async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => runImport(vendor, deps())));
  const loaded = outcomes.map((outcome) => ("imported" in outcome ? outcome.imported.account : -1));
  expect(loaded.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
});

test("seats in the database count, and names in the database are known", async () => {
  await runImport(vendor, deps());
  const more = (count: number) =>
    bytesOf(
      Array.from({ length: count }, (_, index) => ({
        type: "seat",
        id: `more-${index}`,
        license: "oak-6",
        email: `more-${index}@elsewhere.example`,
      })),
    );
  expect(await runImport(more(4), deps())).toMatchObject({ faults: [{ line: 4, field: "license" }] });
  expect(await runImport(more(3), deps())).toMatchObject({ imported: { seat: 3 } });
});
