import { sql } from "kysely";
import type { Db } from "../db/schema.ts";

// Sealed secrets have the form `v1:<id of the key>:…`.

/** False while instances of the previous version may still run, which read only unencrypted secrets. */
export async function maySeal(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select now() >= not_before as may from secret_sealing`.execute(db);
  return rows[0]?.may ?? true;
}

/** Allows sealing from now on. */
export async function sealFromNow(db: Db): Promise<void> {
  await sql`update secret_sealing set not_before = now() where not_before > now()`.execute(db);
}

/** The ids of keys that stored secrets use, except for these. */
export async function keysInUse(db: Db, but: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct split_part(secret, ':', 2) as id from second_factors
    where secret like 'v1:%' and split_part(secret, ':', 2) <> all(${[...but]}) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Secrets not sealed with that key, in the order of their accounts' ids. @param after the account of the previous page's last
 * secret.
 */
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

/** Replaces a stored secret; does nothing when it has changed since it was read. */
export async function replaceSecret(db: Db, accountId: string, kept: string, replacement: string): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ secret: replacement })
    .where("account_id", "=", accountId)
    .where("secret", "=", kept)
    .execute();
}
