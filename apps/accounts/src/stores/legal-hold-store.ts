import type { Insertable, Selectable } from "kysely";
import type { Db, LegalHoldTable, Tx } from "../db/schema.ts";

type Hold = Selectable<LegalHoldTable>;

const LISTED = 500;

/** The legal hold on the account's data; null when there is none or it has expired. */
export async function liveHold(db: Db, accountId: string, now: Date): Promise<Hold | null> {
  const hold = await db
    .selectFrom("legal_holds")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("until", ">", now)
    .executeTakeFirst();
  return hold ?? null;
}

/** Deletes the account's legal hold, even an expired one. */
export async function deleteHold(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom("legal_holds").where("account_id", "=", accountId).execute();
}

/** Stores a legal hold. An account has at most one, so the caller deletes an earlier one first. */
export async function insertHold(tx: Tx, hold: Insertable<LegalHoldTable>): Promise<void> {
  await tx.insertInto("legal_holds").values(hold).execute();
}

/** Every unexpired hold with its account, the earliest end first. */
export async function liveHolds(
  db: Db,
  now: Date,
): Promise<
  (Omit<Hold, "account_id"> & { readonly username: string; readonly state: number; readonly closed_at: Date | null })[]
> {
  return db
    .selectFrom("legal_holds")
    .innerJoin("accounts", "accounts.id", "legal_holds.account_id")
    .select(["accounts.username", "accounts.state", "accounts.closed_at"])
    .select(["legal_holds.reason", "legal_holds.until", "legal_holds.set_by", "legal_holds.set_at"])
    .where("until", ">", now)
    .orderBy("until")
    .limit(LISTED)
    .execute();
}
