import type { StaffLicense } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Db } from "../db/schema.ts";
import { findStaffLicense, type StaffLicenseRow, staffLicensesOwnedBy } from "./staff-license-store.ts";

const instantOrNull = (time: Date | null): string | null => (time === null ? null : instantOf(time));

function licenseWire(row: StaffLicenseRow): StaffLicense {
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

/** A license as staff see it; null when there is none. */
export async function staffLicense(db: Db, id: string): Promise<StaffLicense | null> {
  const row = await findStaffLicense(db, id);
  return row && licenseWire(row);
}

/** The licenses that an account owns, newest first. */
export async function staffLicensesOf(db: Db, accountId: string): Promise<StaffLicense[]> {
  return (await staffLicensesOwnedBy(db, accountId)).map(licenseWire);
}
