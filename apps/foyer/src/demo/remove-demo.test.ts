import path from "node:path";
import { findRunningPostgres } from "@foyer/service-kit/postgres-server";
import { query } from "@foyer/testing/database";
import { production, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDemoNames } from "./demo-names.ts";

let demo: RunningSystem;

/** A vendor tried the demo and added a customer of their own. */
beforeAll(async () => {
  demo = await startFoyer({ env: { DEMO: "1" } });
  await demo.import([
    { type: "account", username: "real.person", email: "real@customer.example", password: "cartographer-9" },
    {
      type: "license",
      id: "lic-real",
      owners: ["real.person"],
      product_id: "TASK-3",
      description: "Tasklight 3",
      total_seats: 2,
    },
    { type: "seat", id: "seat-real", license: "lic-real", username: "real.person" },
    { type: "seat", id: "seat-demo", license: "lic-real", username: "sam" },
  ]);
  const maya = await demo.signIn("maya", "maya-demo-1");
  await demo.call("POST", "/api/1.1/registration_seats/lic-brightwell/", {
    token: maya,
    json: { seats: ["somebody@elsewhere.example"] },
  });
  const { body } = await demo.call("POST", "/api/1.1/user/", { token: maya });
  const [customer] = body.userinfo.customer_id as string[];
  await demo.call("GET", `/api/v2/customer/${customer}`, { token: maya });
  await demo.call("POST", "/api/1.1/password_reset/", { form: { email_address: "sam@brightwell.example" } });
  await demo.mails("sam@brightwell.example");
}, 120_000);
afterAll(() => demo.close());

const settings = { ...production, DEMO: "" };

/** Returns all rows of the database that contain one of these texts. */
async function rowsNaming(texts: readonly string[]): Promise<readonly string[]> {
  const url = await findRunningPostgres(path.join(demo.dataDir, "postgres"));
  const tables = await query<{ name: string }>(
    url ?? "",
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname ~ '^(accounts|purchase|sandbox|foyer)'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(
      url ?? "",
      `select t::text as row from ${name} t where t::text like any($1)`,
      [texts.map((text) => `%${text}%`)],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row.slice(0, 500)}`));
  }
  return found;
}

test("R-11 production refuses a database with the demo's accounts, names them, and starts after `remove-demo`", async () => {
  const names = await readDemoNames();
  const addresses = [...names.accounts.values()];
  expect((await rowsNaming(addresses)).length).toBeGreaterThan(1_000);

  await demo.stop();
  const refused = await demo.command(["serve"], settings);
  expect(refused.code).toBe(1);
  expect(refused.stderr.trim()).toBe(
    "The database holds accounts of the demo, whose passwords are public: carol, erin, frank, liam, maya, olive, pavel, priya, sam, theo, una. " +
      "Remove them with all that is theirs: npm run foyer -- remove-demo",
  );

  const removed = await demo.command(["remove-demo"]);
  expect(removed.stderr).toBe("");
  expect(removed.stdout).toMatch(/^Removed: \d+ accounts, \d+ licenses with \d+ seats, \d+ customers of the payment/);

  await demo.restart(settings);
  expect(await rowsNaming([...addresses, "lic-brightwell", "somebody@elsewhere.example"])).toEqual([]);
  const frank = await demo.call("POST", "/api/1.1/signin/", { json: { username: "frank", password: "frank-demo-1" } });
  expect([frank.status, frank.body.code]).toEqual([401, 1001]);
  const own = await demo.signIn("real.person", "cartographer-9");
  const seats = await demo.call("GET", "/api/1.1/registration_seats/lic-real/", { token: own });
  expect(seats.body.seats).toMatchObject([{ id: "seat-real", username: "real.person" }]);

  const again = await demo.command(["remove-demo"]);
  expect(again.stdout).toMatch(/^Removed: 0 accounts, 0 licenses with 0 seats, 0 customers/);
});

test("R-11 imported demo accounts are found by name and address, and an account with only the same name is not one of them", async () => {
  const system = await startFoyer({
    lines: [
      { type: "account", username: "maya", email: "maya@brightwell.example", password: "maya-demo-1" },
      { type: "account", username: "frank", email: "frank@customer.example", password: "cartographer-9" },
    ],
  });
  await system.stop();
  const refused = await system.command(["serve"], settings);
  expect(refused.stderr).toContain("whose passwords are public: maya. Remove");
  await system.command(["remove-demo"]);
  await system.restart(settings);
  expect(await system.signIn("frank", "cartographer-9")).not.toBe("");
  await system.close();
}, 120_000);
