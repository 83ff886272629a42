import type { Insertable, Selectable } from "kysely";
import type { Db, SignUpTable, Tx } from "../db/schema.ts";

export type SignUp = Selectable<SignUpTable>;

export async function insertSignUp(db: Db, row: Insertable<SignUpTable>): Promise<void> {
  await db.insertInto("sign_ups").values(row).execute();
}

/** The sign-up of a token, even an expired or completed one; the caller checks that. */
export async function findSignUpByToken(db: Db, tokenHash: Buffer): Promise<SignUp | null> {
  return (await db.selectFrom("sign_ups").selectAll().where("token_hash", "=", tokenHash).executeTakeFirst()) ?? null;
}

export async function lockSignUp(tx: Tx, id: string): Promise<SignUp | null> {
  return (await tx.selectFrom("sign_ups").selectAll().where("id", "=", id).forUpdate().executeTakeFirst()) ?? null;
}

export async function findSignUp(db: Db, id: string): Promise<SignUp | null> {
  return (await db.selectFrom("sign_ups").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function useSignUp(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("sign_ups").set({ used_at: now }).where("id", "=", id).execute();
}
