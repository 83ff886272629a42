import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../db/schema.ts";
import type { Account } from "../stores/account-store.ts";
import type { SeatRow } from "../stores/seat-store.ts";

// Statements that delete seats or change their holders. Only `seat-changes.ts` may import them.

/** A seat that was left or taken. `account_id` is its holder; null for an invitation. */
export type ChangedSeat = Pick<SeatRow, "id" | "account_id" | "email">;

/** The same with its license. */
export interface SeatOfLicense extends ChangedSeat {
  readonly license_id: string;
  readonly description: string;
}

/** The columns of `SeatOfLicense`. @param seat the table's name or alias in the statement. */
const seatOfLicense = (seat: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${seat}.id, ${seat}.account_id, ${seat}.email, ${seat}.license_id,
  (select description from licenses where licenses.id = ${seat}.license_id) as description`;
const other = sql.ref("other");
const seats = sql.ref("seats");

/** Deletes seats of a license and ends their devices. */
export async function deleteSeats(db: Db, licenseId: string, ids: readonly string[], now: Date): Promise<void> {
  await db
    .with("ended", (query) =>
      query
        .updateTable("activations")
        .set({ ended_at: now, ended_by: "seat" })
        .where("license_id", "=", licenseId)
        .where((eb) => eb("seat_id", "=", eb.fn.any(eb.val([...ids]))))
        .where("ended_at", "is", null),
    )
    .deleteFrom("seats")
    .where("license_id", "=", licenseId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Deletes other seats of an address in the licenses of these seats: an invitation to it, or the seat of a closed account. */
export async function deleteDoubles(tx: Tx, seatIds: readonly string[], emailKey: string): Promise<SeatOfLicense[]> {
  const { rows } = await sql<SeatOfLicense>`
    delete from seats other using seats kept
    where kept.id = any(${[...seatIds]}::text[]) and other.license_id = kept.license_id and other.id <> kept.id
      and other.email_key = ${emailKey}
      and not exists (select from accounts where accounts.id = other.account_id and accounts.state = 100)
    returning ${seatOfLicense(other)}`.execute(tx);
  return rows;
}

/** Deletes the seats of one account in licenses where the other account has a seat too. */
export async function deleteSeatsBothHold(tx: Tx, from: string, into: string): Promise<SeatOfLicense[]> {
  const { rows } = await sql<SeatOfLicense>`
    delete from seats other using seats kept
    where other.account_id = ${from} and kept.account_id = ${into} and kept.license_id = other.license_id
    returning ${seatOfLicense(other)}`.execute(tx);
  return rows;
}

/** Deletes the open invitations to these addresses. */
export async function deleteInvitationsTo(tx: Tx, addresses: readonly string[]): Promise<SeatOfLicense[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<SeatOfLicense>`
    delete from seats where status = 'pending' and email_key = any(${[...addresses]}::text[])
    returning ${seatOfLicense(seats)}`.execute(tx);
  return rows;
}

/** Turns an invitation into a held seat and deletes its reference and short code. */
export async function setHolder(db: Db, id: string, now: Date, holder: Account): Promise<void> {
  await db
    .updateTable("seats")
    .set({
      status: "active",
      account_id: holder.id,
      username: holder.username,
      email: holder.email,
      email_key: holder.email_key,
      reference: null,
      short_code: null,
      invitation_expires_at: null,
      mail_state: null,
      held_since: now,
    })
    .where("id", "=", id)
    .execute();
}

/** Moves the seats of one account to another. */
export async function giveSeatsOf(
  tx: Tx,
  from: string,
  { id, username, email, email_key: emailKey }: Account,
): Promise<SeatOfLicense[]> {
  const { rows } = await sql<SeatOfLicense>`
    update seats set account_id = ${id}, username = ${username}, email = ${email}, email_key = ${emailKey}
    where account_id = ${from} returning ${seatOfLicense(seats)}`.execute(tx);
  return rows;
}

/** Moves held seats with their holders to another license. An expiring seat becomes active there. */
export async function moveSeatsTo(db: Db, ids: readonly string[], licenseId: string): Promise<ChangedSeat[]> {
  return db
    .updateTable("seats")
    .set({ license_id: licenseId, status: "active" })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where("status", "<>", "pending")
    .returning(["id", "account_id", "email"])
    .execute();
}
