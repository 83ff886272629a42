import { type Selectable, sql } from "kysely";
import type { Db, SecondFactorTable } from "../db/schema.ts";

export async function findFactor(db: Db, accountId: string): Promise<Selectable<SecondFactorTable> | null> {
  const row = await db.selectFrom("second_factors").selectAll().where("account_id", "=", accountId).executeTakeFirst();
  return row ?? null;
}

/**
 * Stores a secret that waits for its first code, in place of an earlier waiting one. `kept` is in the stored form. Returns false
 * when a factor is on.
 */
export async function saveSecret(db: Db, accountId: string, kept: string): Promise<boolean> {
  const { rows } = await sql`
    insert into second_factors as held (account_id, secret) values (${accountId}, ${kept})
    on conflict (account_id) do update set secret = excluded.secret, last_step = 0
    where held.confirmed_at is null returning 1`.execute(db);
  return rows.length > 0;
}

/** Turns the factor on. Returns true for only one of two concurrent confirmations. */
export async function confirmFactor(db: Db, accountId: string, now: Date, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("second_factors")
    .set({ confirmed_at: now, last_step: step })
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a factor that is on. @returns whether it was on. */
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

/** Whether the factor is on, and how many recovery codes are left. */
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

/** Deletes the account's factor, even a waiting one, and its recovery codes. @returns whether there was one. */
export async function removeFactor(db: Db, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("second_factors")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The stored hashes of the unused recovery codes. */
export async function unusedCodes(db: Db, accountId: string): Promise<Buffer[]> {
  const kept = await db
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("account_id", "=", accountId)
    .where("used_at", "is", null)
    .execute();
  return kept.map(({ code_hash: hash }) => hash);
}

/** Marks a recovery code as used. @returns true for only one of two concurrent uses. */
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
 * Marks a time step as used if the stored secret is still this one. That step and earlier ones are refused afterwards.
 *
 * @returns true when the step was unused.
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
