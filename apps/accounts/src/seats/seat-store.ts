import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { AccountsTables, PurchaseType, SeatTable } from "../db/schema.ts";

type Db = Queryable<AccountsTables>;
export type SeatRow = Selectable<SeatTable>;

/** A licence's seats, from the oldest to the newest. */
export async function seatsOfLicense(db: Db, licenseId: string): Promise<SeatRow[]> {
  return db
    .selectFrom("seats")
    .selectAll()
    .where("license_id", "=", licenseId)
    .orderBy("created_at")
    .orderBy("position")
    .execute();
}

/** @returns how many were there to be deleted. */
export async function deleteSeats(db: Db, licenseId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom("seats")
    .where("license_id", "=", licenseId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Marks held seats as ending at the renewal, or as staying. */
export async function setSeatStatus(db: Db, ids: readonly string[], status: "active" | "expiring"): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("seats")
    .set({ status })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

export interface PersonalRow {
  readonly id: string;
  readonly description: string;
  readonly purchase_type: PurchaseType;
  readonly product_id: string;
  readonly expires_at: Date | null;
  readonly current_period_ends_at: Date | null;
  readonly owners: string[];
  readonly seat: SeatRow | null;
}

/**
 * The licences in which an account holds a seat, the oldest first; ended ones are left out.
 *
 * @param withOwned also those that she owns without holding a seat.
 */
export async function personalSeats(db: Db, accountId: string, withOwned: boolean, now: Date): Promise<PersonalRow[]> {
  const { rows } = await sql<PersonalRow>`
    select licenses.id, licenses.description, licenses.purchase_type, licenses.product_id, licenses.expires_at,
      licenses.current_period_ends_at, to_json(held) as seat,
      array(
        select accounts.email from license_owners join accounts on accounts.id = license_owners.account_id
        where license_owners.license_id = licenses.id order by license_owners.position
      ) as owners
    from (
      select license_id from seats where account_id = ${accountId}
      union
      select license_id from license_owners where account_id = ${accountId} and ${withOwned}
    ) mine
    join licenses on licenses.id = mine.license_id
    left join seats held on held.license_id = licenses.id and held.account_id = ${accountId}
    where licenses.subscription_active is distinct from false
      and (licenses.expires_at is null or licenses.expires_at > ${now})
    order by licenses.registered_at, licenses.id`.execute(db);
  return rows;
}
