import type { Queryable } from "@foyer/service-kit/db";
import { type Insertable, type Selectable, sql, type Transaction } from "kysely";
import type { PasskeyTable } from "../db/passkey-tables.ts";
import type { AccountsTables } from "../db/schema.ts";

type Db = Queryable<AccountsTables>;
type Tx = Transaction<AccountsTables>;
export type PasskeyRow = Selectable<PasskeyTable>;

/** The oldest first. */
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

/** @returns false when the credential is there already, whoever has it. */
export async function insertPasskey(tx: Tx, row: Insertable<PasskeyTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("passkeys")
    .values(row)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** What an authenticator said when it signed. */
export interface Use {
  readonly signCount: number;
  readonly backedUp: boolean;
}

/**
 * Notes a use that was checked, as long as the passkey is there and its count still rises by it: of two uses with one count,
 * one does. @returns whether it did.
 */
export async function noteUse(tx: Tx, id: string, now: Date, { signCount, backedUp }: Use): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set sign_count = ${signCount}, backed_up = ${backedUp}, last_used_at = ${now}
    where id = ${id} and (sign_count < ${signCount} or sign_count = 0 and ${signCount}::bigint = 0)
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** @returns false when the account has no such passkey. */
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
 * Removes a passkey of an account whose lock is held. The sessions that it opened end, and what was proved in the account's
 * other sessions, perhaps by it, counts no more.
 *
 * @param except the session that goes on.
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

/** Removes all passkeys of an account whose lock is held; the sessions that they opened end. @returns how many there were. */
export async function deletePasskeysOf(tx: Tx, accountId: string): Promise<number> {
  // What has ended with its account goes on telling its owner so.
  await tx
    .updateTable("sessions")
    .set({ passkey_id: null })
    .where("account_id", "=", accountId)
    .where("account_closed", "=", true)
    .execute();
  const { numDeletedRows } = await tx.deleteFrom("passkeys").where("account_id", "=", accountId).executeTakeFirst();
  return Number(numDeletedRows);
}
