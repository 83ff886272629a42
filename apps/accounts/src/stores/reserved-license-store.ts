import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { sql, type Selectable } from "kysely";
import type { Db, ReservedLicenseTable, Tx } from "../db/schema.ts";

export type ReservedLicense = Selectable<ReservedLicenseTable>;

/** Stores who is about to pay for a license. A later purchase of the same license replaces it. */
export async function saveReservation(tx: Tx, reserved: ReservedLicense): Promise<void> {
  await tx
    .insertInto("reserved_licenses")
    .values(reserved)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(reserved))
    .execute();
}

/** The reservation, locked until the transaction ends. Lock the license first, if it exists. */
export async function lockReservation(tx: Tx, id: string): Promise<ReservedLicense | null> {
  const row = await tx.selectFrom("reserved_licenses").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function deleteReservation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("reserved_licenses").where("id", "=", id).execute();
}

/** Deletes reservations of purchases that were never paid. */
export async function pruneReservations(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "reserved_licenses", sql`reserved_at < ${before}`);
}

/** Gives the reservations of one account to another. */
export async function giveReservationsOf(tx: Tx, from: string, into: string): Promise<void> {
  await tx.updateTable("reserved_licenses").set({ account_id: into }).where("account_id", "=", from).execute();
}
