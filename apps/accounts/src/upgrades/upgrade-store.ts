import { type Selectable, sql } from "kysely";
import type { Db, Tx, UpgradeTable } from "../db/schema.ts";

export type Upgrade = Selectable<UpgradeTable>;

export type WaitingUpgrade = Upgrade & {
  readonly from_name: string;
  /** The held seats, oldest first. */
  readonly seats: { readonly id: string; readonly user: string; readonly email: string }[];
};

/** The upgrades that the account, as owner of their licenses, may activate. */
export async function waitingUpgrades(db: Db, accountId: string): Promise<WaitingUpgrade[]> {
  const { rows } = await sql<WaitingUpgrade>`
    select upgrades.*, licenses.description as from_name, coalesce((
      select json_agg(json_build_object('id', seats.id, 'user', seats.username, 'email', seats.email)
        order by seats.created_at, seats.position)
      from seats where seats.license_id = licenses.id and seats.status <> 'pending'
    ), '[]') as seats
    from license_owners
    join licenses on licenses.id = license_owners.license_id
    join upgrades on upgrades.from_license_id = licenses.id and upgrades.activated_at is null
    where license_owners.account_id = ${accountId}
    order by upgrades.id`.execute(db);
  return rows;
}

/** An unactivated upgrade; null when there is none, or it was activated. */
export async function findWaitingUpgrade(db: Db, id: string): Promise<Upgrade | null> {
  const row = await db
    .selectFrom("upgrades")
    .selectAll()
    .where("id", "=", id)
    .where("activated_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export async function setActivated(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable("upgrades").set({ activated_at: at }).where("id", "=", id).execute();
}
