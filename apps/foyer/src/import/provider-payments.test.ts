import { openPool } from "@foyer/service-kit/db";
import { testDatabase } from "@foyer/testing/database";
import { afterAll, expect, test } from "vitest";
import type { PaymentProvider } from "./provider-payments.ts";
import { type ImportDeps, judgeImport, runImport } from "./run-import.ts";
import { bytesOf, importDeps, now } from "./testing/import-deps.ts";

const database = await testDatabase();
const owner = openPool({ url: database.url, role: null, schema: "purchase", max: 1 });
afterAll(async () => {
  await owner.end();
  await database.close();
});

let takenOver = 0;
/** A provider with one customer without an account, and two subscriptions. */
const provider: PaymentProvider = {
  read: async ({ customers, subscriptions }) => ({
    customers: new Set(customers.filter((id) => id === "cus_ada")),
    subscriptions: new Map(
      [
        { id: "sub_team", customerId: "cus_bo", registrationId: "team" },
        { id: "sub_other", customerId: "cus_bo", registrationId: "another" },
      ]
        .filter(({ id }) => subscriptions.includes(id))
        .map(({ id, ...found }) => [id, found]),
    ),
  }),
  takeOver: async () => void takenOver++,
};
const deps: ImportDeps = {
  ...importDeps(database.url),
  terms: { now, sandbox: false, plans: new Map(), activationRules: () => null },
  payments: () => {
    throw new Error("the sandbox is not asked");
  },
  provider,
};

const file = (customer: string, subscription: string) =>
  bytesOf([
    { type: "account", username: "ada", email: "ada@example.com", customer_id: customer },
    { type: "account", username: "bo", email: "bo@example.com" },
    {
      type: "license",
      id: "team",
      owners: ["bo"],
      product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
      description: "Outlinear 5",
    },
    { type: "subscription", license: "team", id: subscription, plan: "a-plan-of-the-provider" },
  ]);

test("with a real provider, unknown customers and subscriptions, and subscriptions of another license, are faults", async () => {
  expect(await judgeImport(file("cus_nobody", "sub_nothing"), deps)).toMatchObject({
    faults: [
      { line: 1, field: "customer_id", message: expect.stringContaining("is no customer of the payment provider") },
      { line: 4, field: "id", message: expect.stringContaining("is no subscription of the payment provider") },
    ],
  });
  const { faults, atProvider } = await judgeImport(file("cus_ada", "sub_other"), deps);
  expect(atProvider).toEqual({ customers: [1, 1], subscriptions: [0, 1] });
  expect(faults).toEqual([{ line: 4, field: "id", message: expect.stringContaining('names the license "another"') }]);
  expect(await runImport(file("cus_ada", "sub_other"), deps)).toEqual({ faults });
});

test("with a real provider, named objects are read from it and assigned to their accounts, and none are created there", async () => {
  expect(await runImport(file("cus_ada", "sub_team"), deps)).toMatchObject({
    imported: { account: 2, subscription: 1 },
  });
  const rows = async (statement: string) => (await owner.query(statement)).rows;
  expect(await rows("select username, customer_id from purchase.customers order by username")).toEqual([
    { username: "ada", customer_id: "cus_ada" },
    { username: "bo", customer_id: "cus_bo" },
  ]);
  expect(await rows("select username, customer_ids from accounts.accounts order by username")).toEqual([
    { username: "ada", customer_ids: ["cus_ada"] },
    { username: "bo", customer_ids: ["cus_bo"] },
  ]);
  expect(await rows("select id from purchase.imported_subscriptions")).toEqual([{ id: "sub_team" }]);
  expect(await rows("select id from sandbox.objects")).toEqual([]);
  expect(takenOver).toBe(1);
});
