import { sql } from "kysely";
import type { Db } from "../db/schema.ts";

/**
 * Account ids of the managers of a license with addresses that the account may see. These are the account itself, managers who have
 * accepted, and holders of a seat of the license. Managers who share another license with it and have accepted there count too.
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

/** Records that a person has seen which licenses she manages. */
export async function acceptManaging(db: Db, accountId: string): Promise<void> {
  await db
    .updateTable("license_owners")
    .set({ accepted: true })
    .where("account_id", "=", accountId)
    .where("accepted", "=", false)
    .execute();
}
