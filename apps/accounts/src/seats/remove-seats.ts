import type { Seat } from "@foyer/contract/seats";
import { isInUse } from "@foyer/domain/seats";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { lockLicense } from "../stores/license-store.ts";
import { queueSeatRemoved } from "../mail/send-seat-removed.ts";
import { seatsOfLicense } from "../stores/seat-store.ts";
import { endSeats } from "./seat-changes.ts";
import { licenseSeats } from "./seat-wire.ts";

/** A seat as the caller sent it; only its id counts. */
export interface NamedSeat {
  readonly id: string;
  readonly [field: string]: unknown;
}

export interface RemovedSeats {
  readonly seats: Seat[];
  readonly invalid_seats?: NamedSeat[];
  readonly message?: string;
}

/**
 * Removes seats at once: held ones become free, invitations become invalid. Unknown seats are reported and the others removed.
 */
export async function removeSeats(
  deps: Deps,
  person: Person,
  licenseId: string,
  named: readonly NamedSeat[],
): Promise<RemovedSeats> {
  const { db, clock, config, addJob } = deps;
  return inTransaction(db, async (tx) => {
    const license = (await lockLicense(tx, licenseId)) ?? refuse("object.not_found");
    const before = new Map((await seatsOfLicense(tx, licenseId)).map((seat) => [seat.id, seat]));
    const removed = [...new Set(named.map(({ id }) => id))].flatMap((id) => before.get(id) ?? []);
    await endSeats(tx, { at: clock.now(), license, cause: "person", by: person }, removed);
    const held = removed.filter((seat) => isInUse(seat) && seat.account_id !== person.id);
    await queueSeatRemoved(tx, addJob, {
      description: license.description,
      managerEmail: person.email,
      cause: "removed",
      addresses: held.map(({ email }) => email),
    });
    const seats = await licenseSeats(tx, licenseId, config.publicOrigin);
    const unknown = named.filter(({ id }) => !before.has(id));
    if (unknown.length === 0) return { seats };
    const which = unknown.length === 1 ? "One seat was" : `${unknown.length} seats were`;
    return {
      seats,
      invalid_seats: unknown,
      message: `${which} not removed, as the license does not have them any more.`,
    };
  });
}
