import type { Snapshot } from "@foyer/service-kit/staff-acts";
import type { Tx } from "../db/schema.ts";
import { type NewLicenseEvent, recordLicenseEvent } from "../license-events/license-events.ts";

/** Records an act of staff for the license's managers, without the staff member and her reason. */
export function recordStaffEvent(tx: Tx, at: Date, licenseId: string, act: string, details: Snapshot): Promise<void> {
  return recordLicenseEvent(tx, at, licenseId, {
    act,
    by: null,
    byKind: "staff",
    // Snapshots contain only JSON values.
    details: details as NewLicenseEvent["details"],
  });
}
