import type { LicenseEvent } from "@foyer/contract/managers";
import type { Queryable } from "@foyer/service-kit/db";
import type { AccountsTables, ActorKind } from "../db/schema.ts";

export interface NewLicenseEvent {
  /** A stable word: `seats.invited`. */
  readonly act: string;
  /** Account name of who did it. */
  readonly by: string | null;
  readonly byKind: ActorKind;
  readonly details: LicenseEvent["details"];
}

/** Adds to the record that the licence's managers read, in the caller's transaction. */
export async function recordLicenseEvent(
  db: Queryable<AccountsTables>,
  at: Date,
  licenseId: string,
  event: NewLicenseEvent,
): Promise<void> {
  await db
    .insertInto("license_events")
    .values({
      license_id: licenseId,
      at,
      act: event.act,
      by_username: event.by,
      by_kind: event.byKind,
      details: JSON.stringify(event.details),
    })
    .execute();
}
