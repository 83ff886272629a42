import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";

type Db = Queryable<AccountsTables>;

/**
 * The account ids of those managers of a license whose addresses somebody may see: herself, those who have accepted, holders of
 * a seat of it, and those who manage another license together with her and have accepted there.
 */
export async function managersKnownTo(db: Db, licenseId: string, accountId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from license_owners own
    where license_id = ${licenseId} and (
      accepted or account_id = ${accountId}
      or exists (select from seats where seats.license_id = own.license_id and seats.account_id = own.account_id)
      or exists (
        select from license_owners hers join license_owners other using (license_id)
        where hers.account_id = ${accountId} and hers.accepted and other.account_id = own.account_id and other.accepted
      )
    )`.execute(db);
  return new Set(rows.map((row) => row.account_id));
}

/** Notes that somebody knows which licenses she manages. */
export async function acceptManaging(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable("license_owners")
    .set({ accepted: true })
    .where("account_id", "=", accountId)
    .where("accepted", "=", false)
    .execute();
}
