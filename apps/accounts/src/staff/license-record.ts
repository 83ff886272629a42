import type { Transaction } from "kysely";
import type { Snapshot } from "@foyer/service-kit/staff-acts";
import type { AccountsTables } from "../db/schema.ts";
import { type NewLicenseEvent, recordLicenseEvent } from "../licenses/license-events.ts";

/** Tells a license's managers, in its record, what staff did; by whom and why is the staff's alone. */
export function recordStaffEvent(
  tx: Transaction<AccountsTables>,
  at: Date,
  licenseId: string,
  act: string,
  details: Snapshot,
): Promise<void> {
  return recordLicenseEvent(tx, at, licenseId, {
    act,
    by: null,
    byKind: "staff",
    // Snapshots hold what JSON can say.
    details: details as NewLicenseEvent["details"],
  });
}
