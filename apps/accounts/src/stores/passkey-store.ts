import { type Insertable, type Selectable, sql } from "kysely";
import type { PasskeyTable } from "../db/passkey-tables.ts";
import type { Db, Tx } from "../db/schema.ts";

export type PasskeyRow = Selectable<PasskeyTable>;

/** The passkeys of an account, oldest first. */
export async function passkeysOf(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function findPasskeyByCredential(db: Db, credentialId: Buffer): Promise<PasskeyRow | null> {
  const row = await db.selectFrom("passkeys").selectAll().where("credential_id", "=", credentialId).executeTakeFirst();
  return row ?? null;
}

/** Stores a passkey. @returns false when any account already has that credential. */
export async function insertPasskey(tx: Tx, row: Insertable<PasskeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkeys")
    .values(row)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Values that the authenticator signed. */
export interface Use {
  readonly signCount: number;
  readonly backedUp: boolean;
}

/**
 * Stores a checked use if the passkey still exists and the use increases its count. @returns true for only one of several uses
 * with the same count.
 */
export async function noteUse(tx: Tx, id: string, now: Date, { signCount, backedUp }: Use): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = ${now}
    where id = ${id} and (sign_count < ${signCount} or sign_count = 0 and ${signCount}::bigint = 0)
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Renames a passkey. @returns false when the account has no such passkey. */
export async function renamePasskeyOf(db: Db, accountId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes a passkey and ends the sessions that it opened. Clears the proofs of the account's other sessions, which may come from
 * it. The caller holds the account's lock.
 *
 * @param except a session that stays open.
 * @returns how many sessions ended.
 */
export async function deletePasskey(tx: Tx, accountId: string, id: string, except: string): Promise<number> {
  await tx.updateTable("sessions").set({ passkey_id: null }).where("id", "=", except).execute();
  const { numDeletedRows } = await tx.deleteFrom("sessions").where("passkey_id", "=", id).executeTakeFirst();
  await tx
    .updateTable("sessions")
    .set({ proved_at: new Date(0) })
    .where("account_id", "=", accountId)
    .where("id", "<>", except)
    .execute();
  await tx.deleteFrom("passkeys").where("id", "=", id).where("account_id", "=", accountId).execute();
  return Number(numDeletedRows);
}

/**
 * Removes all passkeys of an account and ends the sessions that they opened. The caller holds its lock. @returns the number of
 * passkeys.
 */
export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<number> {
  // Sessions of a closed account stay, because they tell their owner why they ended.
  await tx
    .updateTable("sessions")
    .set({ passkey_id: null })
    .where("account_id", "=", accountId)
    .where("account_closed", "=", true)
    .execute();
  const { numDeletedRows } = await tx.deleteFrom("passkeys").where("account_id", "=", accountId).executeTakeFirst();
  return Number(numDeletedRows);
}
