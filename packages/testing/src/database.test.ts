import { testDatabase } from "./database.ts";
import { expect, test } from "vitest";
import { openPool } from "@foyer/service-kit/db";

test("a test database is a migrated clone", async () => {
  const database = await testDatabase();
  const pool = openPool({ url: database.url, role: "foyer_host", schema: "foyer" });
  const { rows } = await pool.query("select count(*)::int as n, current_user as who from sandbox_mails");
  expect(rows).toEqual([{ n: 0, who: "foyer_host" }]);
  await pool.end();
  await database.close();
});
