import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { deleteDoubles } from "../stores/account-seat-store.ts";

/**
 * Deletes other seats of an address in the licenses of these seats, before the address becomes theirs: an invitation to it, or
 * the seat of a closed account that had it. An address has one seat of a license.
 *
 * The caller holds the locks of the licenses, so a concurrent invitation of the address either comes before and is deleted, or
 * comes after and finds the address seated.
 */
export async function freeDoubles(
  tx: Transaction<AccountsTables>,
  now: Date,
  seatIds: readonly string[],
  emailKey: string,
): Promise<void> {
  if (seatIds.length === 0) return;
  for (const { license_id: licenseId, email } of await deleteDoubles(tx, seatIds, emailKey)) {
    await recordLicenseEvent(tx, now, licenseId, {
      act: "seats.double_freed",
      by: null,
      byKind: "system",
      details: { count: 1, addresses: [email] },
    });
  }
}
