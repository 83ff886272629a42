import type { Seat } from "@foyer/contract/seats";
import { markSeats } from "@foyer/domain/seats";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { hasEnded, lockLicense } from "../stores/license-store.ts";
import { changeSeats, seatsOfLicense } from "../stores/seat-store.ts";
import { licenseSeats } from "./seat-wire.ts";

export interface SeatRelease {
  readonly release: readonly string[];
  readonly renew: readonly string[];
}

/**
 * Marks held seats to end at the next renewal, or to stay: either all or none.
 *
 * A license that never renews has no renewal at which a seat could end, so releasing is refused there; its seats can be removed.
 */
export async function releaseSeats(
  deps: Deps,
  person: Person,
  licenseId: string,
  change: SeatRelease,
): Promise<Seat[]> {
  const { db, clock, config } = deps;
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const license = (await lockLicense(tx, licenseId)) ?? refuse("object.not_found");
    if (hasEnded(license, now)) refuse("license.ended");
    if (license.subscription_id === null && change.release.length > 0) {
      refuse("input.invalid", { field: "release", reason: "never_renews" });
    }
    const seats = await seatsOfLicense(tx, licenseId);
    const room = { renewingQuantity: license.renewing_quantity, totalSeats: license.total_seats };
    const outcome = markSeats(seats, change, room);
    if (outcome.refusal !== null) refuse(outcome.refusal);
    const { expiring, renewing } = outcome.changed;
    await changeSeats(tx, expiring, { status: "expiring" });
    await changeSeats(tx, renewing, { status: "active" });
    if (expiring.length + renewing.length > 0) {
      await recordLicenseEvent(tx, now, licenseId, {
        act: "seats.marked",
        by: person.username,
        byKind: "person",
        details: { released: expiring.length, renewed: renewing.length },
      });
    }
    return await licenseSeats(tx, licenseId, config.publicOrigin);
  });
}
