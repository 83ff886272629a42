import type { Db, Tx } from "../db/schema.ts";
import type { SeatRow } from "./seat-store.ts";

// The seats of one account in any license.

/** Ids of the seats that an account holds. */
export async function seatIdsOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.selectFrom("seats").select("id").where("account_id", "=", accountId).execute();
  return rows.map(({ id }) => id);
}

/** The seats that an account holds, with the descriptions of their licenses, newest first. */
export async function seatsHeldBy(db: Db, accountId: string): Promise<(SeatRow & { readonly description: string })[]> {
  return db
    .selectFrom("seats")
    .innerJoin("licenses", "licenses.id", "seats.license_id")
    .selectAll("seats")
    .select("licenses.description")
    .where("seats.account_id", "=", accountId)
    .orderBy("seats.created_at", "desc")
    .execute();
}

/** Locks the licenses in which the account holds seats, in the order of their ids, as every write of seats does. */
export async function lockLicensesOfSeats(tx: Tx, accountId: string): Promise<void> {
  await tx
    .selectFrom("licenses")
    .select("id")
    .where("id", "in", (seats) => seats.selectFrom("seats").select("license_id").where("account_id", "=", accountId))
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function setSeatsEmail(tx: Tx, accountId: string, email: string, emailKey: string): Promise<void> {
  await tx.updateTable("seats").set({ email, email_key: emailKey }).where("account_id", "=", accountId).execute();
}
