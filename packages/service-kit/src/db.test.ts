import { expectWithin } from "@foyer/testing/durations";
import { testDatabase } from "@foyer/testing/database";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { inTransaction, openDatabase } from "./db.ts";

const { url, close } = await testDatabase();
const database = openDatabase<Record<string, never>>({ url, role: "foyer_accounts", schema: "accounts" });
afterAll(async () => {
  await database.close();
  await close();
});

test("R-70 a statement, a wait for a lock and an idle transaction each have a time limit", async () => {
  const setting = async (name: string): Promise<string | undefined> =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(database.kysely)).rows[0]?.value;
  expect(await setting("statement_timeout")).toBe("10s");
  expect(await setting("lock_timeout")).toBe("4s");
  expect(await setting("idle_in_transaction_session_timeout")).toBe("10s");
});

/** Adds one to both counters in the given order, after the other transaction has begun too. */
async function addInOrder(order: readonly string[], met: () => Promise<void>): Promise<number> {
  let tries = 0;
  await inTransaction(database.kysely, async (tx) => {
    tries++;
    for (const key of order) {
      await sql`update rate_limits set tries = tries + 1 where key = ${key}`.execute(tx);
      if (tries === 1) await met();
    }
  });
  return tries;
}

/** Resolves for both callers after two have called. */
function meeting(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return async () => {
    if (++come >= 2) resolve();
    await promise;
  };
}

test("R-70 F6 the database aborts one of two deadlocked transactions, and it is retried", async () => {
  await sql`insert into rate_limits (key, window_started_at, tries) values ('a', now(), 0), ('b', now(), 0)`.execute(
    database.kysely,
  );
  const met = meeting();
  const tries = await Promise.all([addInOrder(["a", "b"], met), addInOrder(["b", "a"], met)]);
  // A busy server may abort both.
  expect(tries.toSorted((a, b) => a - b)).toEqual([expect.toBeOneOf([1, 2]), 2]);
  const { rows } = await sql<{ tries: number }>`select tries from rate_limits`.execute(database.kysely);
  expect(rows.map((row) => row.tries)).toEqual([2, 2]);
});

test("R-70 F6 a transaction that always fails is run at most four times", async () => {
  let tries = 0;
  const refused = inTransaction(database.kysely, async (tx) => {
    tries++;
    await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
  });
  await expect(refused).rejects.toThrow("again");
  expect(tries).toBe(4);
});

test("R-75 more requests than there are connections: the excess fail within the wait limit", async () => {
  const small = openDatabase<Record<string, never>>({ url, role: "foyer_accounts", schema: "accounts", max: 1 });
  const held = await small.pool.connect();
  const before = performance.now();
  await expect(sql`select 1`.execute(small.kysely)).rejects.toThrow("timeout exceeded when trying to connect");
  expectWithin(performance.now() - before, 5_000);
  held.release();
  await sql`select 1`.execute(small.kysely);
  await small.close();
});
