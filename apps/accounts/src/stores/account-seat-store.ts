import type { Queryable } from "@foyer/service-kit/db";
import { sql, type Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Account } from "./account-store.ts";
import type { SeatRow } from "./seat-store.ts";

// The seats of one account in any license.

type Db = Queryable<AccountsTables>;
type Tx = Transaction<AccountsTables>;

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

/** Deletes other seats of an address in the licenses of these seats: an invitation to it, or the seat of a closed account. */
export async function deleteDoubles(
  tx: Tx,
  seatIds: readonly string[],
  emailKey: string,
): Promise<{ readonly license_id: string; readonly email: string }[]> {
  const { rows } = await sql<{ license_id: string; email: string }>`
    delete from seats other using seats kept
    where kept.id = any(${[...seatIds]}::text[]) and other.license_id = kept.license_id and other.id <> kept.id
      and other.email_key = ${emailKey}
      and not exists (select from accounts where accounts.id = other.account_id and accounts.state = 100)
    returning other.license_id, other.email`.execute(tx);
  return rows;
}

/** Deletes the seats of one account in licenses where the other account has a seat too. @returns the number of deleted seats. */
export async function deleteSeatsBothHold(tx: Tx, from: string, into: string): Promise<number> {
  const freed = await sql`
    delete from seats other using seats kept
    where other.account_id = ${from} and kept.account_id = ${into} and kept.license_id = other.license_id`.execute(tx);
  return Number(freed.numAffectedRows ?? 0n);
}

/** Moves the seats of one account to another. @returns the number of seats. */
export async function giveSeatsOf(
  tx: Tx,
  from: string,
  { id, username, email, email_key }: Pick<Account, "id" | "username" | "email" | "email_key">,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("seats")
    .set({ account_id: id, username, email, email_key })
    .where("account_id", "=", from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
