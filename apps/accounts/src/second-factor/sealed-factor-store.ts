import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";

// Secrets that are sealed are kept as `v1:<id of the key>:…`.

type Db = Queryable<AccountsTables>;

/** Whether the time is over in which instances of the version before read secrets in the clear alone. */
export async function maySeal(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select now() >= not_before as may from secret_sealing`.execute(db);
  return rows[0]?.may ?? true;
}

/** Ends that time now. */
export async function sealFromNow(db: Db): Promise<void> {
  await sql`update secret_sealing set not_before = now() where not_before > now()`.execute(db);
}

/** The ids of keys that secrets lie under, but for these. */
export async function keysInUse(db: Db, but: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(secret, ':', 2) as id from second_factors
    where secret like 'v1:%' and split_part(secret, ':', 2) <> all(${[...but]}) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Secrets that do not lie under that key, in the order of their accounts' ids. @param after the account of the last one before. */
export async function secretsNotUnder(
  db: Db,
  keyId: string,
  after: string,
  limit: number,
): Promise<{ readonly account_id: string; readonly secret: string }[]> {
  return db
    .selectFrom("second_factors")
    .select(["account_id", "secret"])
    .where("account_id", ">", after)
    .where("secret", "not like", `v1:${keyId}:%`)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

/** Keeps a secret in another form; nothing happens where it has changed meanwhile. */
export async function replaceSecret(db: Db, accountId: string, kept: string, anew: string): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ secret: anew })
    .where("account_id", "=", accountId)
    .where("secret", "=", kept)
    .execute();
}
