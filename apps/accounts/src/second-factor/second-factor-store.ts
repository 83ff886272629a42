import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { AccountsTables, SecondFactorTable } from "../db/schema.ts";

type Db = Queryable<AccountsTables>;

export async function findFactor(db: Db, accountId: string): Promise<Selectable<SecondFactorTable> | null> {
  const row = await db.selectFrom("second_factors").selectAll().where("account_id", "=", accountId).executeTakeFirst();
  return row ?? null;
}

/** Keeps a secret, in the form that it is kept in, that waits for its first code, in place of one that waited before; false when one is on. */
export async function saveSecret(db: Db, accountId: string, kept: string): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors as held (account_id, secret) values (${accountId}, ${kept})
    on conflict (account_id) do update set secret = excluded.secret, last_step = 0
    where held.confirmed_at is null returning 1`.execute(db);
  return rows.length > 0;
}

/** Turns it on; of two confirmations at once, one does. */
export async function confirmFactor(db: Db, accountId: string, now: Date, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ confirmed_at: now, last_step: step })
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns whether it was on. */
export async function deleteFactor(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .deleteFrom("second_factors")
    .where("account_id", "=", accountId)
    .returning("confirmed_at")
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

export async function insertRecoveryCodes(db: Db, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash, used_at: null })))
    .execute();
}

/** Whether it is on, and how many recovery codes are left. */
export async function factorState(
  db: Db,
  accountId: string,
): Promise<{ enabled: boolean; recovery_codes_left: number }> {
  const { rows } = await sql<{ enabled: boolean; recovery_codes_left: number }>`
    select
      exists (select from second_factors where account_id = ${accountId} and confirmed_at is not null) as enabled,
      (select count(*)::int from recovery_codes where account_id = ${accountId} and used_at is null) as recovery_codes_left
    `.execute(db);
  return rows[0] ?? { enabled: false, recovery_codes_left: 0 };
}

/** Removes the account's factor, one that waits for its first code too, and with it its recovery codes. @returns whether there was one. */
export async function removeFactor(db: Db, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("second_factors")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** What is kept of the recovery codes that nobody has used. */
export async function unusedCodes(db: Db, accountId: string): Promise<Buffer[]> {
  const kept = await db
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
  return kept.map(({ code_hash: hash }) => hash);
}

/** Uses a recovery code up; of two uses at one moment, one does. @returns whether it did. */
export async function takeRecoveryCode(db: Db, accountId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("account_id", "=", accountId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Uses a time step of the secret up that is kept in this form; a step before one that was used works no more.
 *
 * @returns whether it did.
 */
export async function takeStep(db: Db, accountId: string, kept: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("account_id", "=", accountId)
    .where("secret", "=", kept)
    .where("last_step", "<", step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
