import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/schema.ts";
import type { License } from "../stores/license-store.ts";

export type StaffLicenseRow = License & {
  /** Account names, the contact first. */
  readonly owners: string[];
  readonly subscription_status: string | null;
  readonly subscription_customer: string | null;
};

async function licensesWhere(db: Db, which: RawBuilder<unknown>): Promise<StaffLicenseRow[]> {
  const { rows } = await sql<StaffLicenseRow>`
    select licenses.*, subscriptions.status as subscription_status,
      subscriptions.customer_id as subscription_customer, array(
      select accounts.username from license_owners join accounts on accounts.id = license_owners.account_id
      where license_owners.license_id = licenses.id order by license_owners.position
    ) as owners
    from licenses left join subscriptions on subscriptions.id = licenses.subscription_id
    where ${which}
    order by licenses.registered_at desc, licenses.id`.execute(db);
  return rows;
}

export async function findStaffLicense(db: Db, id: string): Promise<StaffLicenseRow | null> {
  return (await licensesWhere(db, sql`licenses.id = ${id}`))[0] ?? null;
}

/** The licenses that an account owns, newest first. */
export async function staffLicensesOwnedBy(db: Db, accountId: string): Promise<StaffLicenseRow[]> {
  return licensesWhere(db, sql`licenses.id in (select license_id from license_owners where account_id = ${accountId})`);
}
