import type { StaffLicense } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Queryable } from "@foyer/service-kit/db";
import { type RawBuilder, sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { License } from "../licenses/license-store.ts";

type Row = License & {
  readonly owners: string[];
  readonly subscription_status: string | null;
  readonly subscription_customer: string | null;
};

const instantOrNull = (time: Date | null): string | null => (time === null ? null : instantOf(time));

function licenseWire(row: Row): StaffLicense {
  return {
    id: row.id,
    description: row.description,
    product_id: row.product_id,
    owners: row.owners,
    total_seats: row.total_seats,
    used_seats: row.used_seats,
    subscription_id: row.subscription_id,
    subscription_customer: row.subscription_customer,
    subscription_state: row.subscription_id === null ? null : row.subscription_active === true ? "active" : "inactive",
    subscription_status: row.subscription_status,
    cancel_at_period_end: row.cancel_at_period_end ?? false,
    expiration_date: instantOrNull(row.current_period_ends_at),
    expires_date: instantOrNull(row.expires_at),
    renewing_quantity: row.renewing_quantity,
    registration_date: instantOf(row.registered_at),
    key: row.key,
    upgrades_remaining: row.upgrades_remaining,
  };
}

async function licensesWhere(db: Queryable<AccountsTables>, which: RawBuilder<unknown>): Promise<StaffLicense[]> {
  const { rows } = await sql<Row>`
    select licenses.*, subscriptions.status as subscription_status,
      subscriptions.customer_id as subscription_customer, array(
      select accounts.username from license_owners join accounts on accounts.id = license_owners.account_id
      where license_owners.license_id = licenses.id order by license_owners.position
    ) as owners
    from licenses left join subscriptions on subscriptions.id = licenses.subscription_id
    where ${which}
    order by licenses.registered_at desc, licenses.id`.execute(db);
  return rows.map(licenseWire);
}

/** A license as staff sees it; null when there is none. */
export async function staffLicense(db: Queryable<AccountsTables>, id: string): Promise<StaffLicense | null> {
  return (await licensesWhere(db, sql`licenses.id = ${id}`))[0] ?? null;
}

/** The licenses that an account owns, the newest first. */
export async function staffLicensesOf(db: Queryable<AccountsTables>, accountId: string): Promise<StaffLicense[]> {
  return licensesWhere(db, sql`licenses.id in (select license_id from license_owners where account_id = ${accountId})`);
}
