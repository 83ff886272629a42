import type { LicenseEvent } from "@foyer/contract/managers";
import type { RestoredSeats } from "@foyer/domain/seats";
import type { Tx } from "../db/schema.ts";
import type { EndedSeats } from "../mail/send-license-bought.ts";
import type { License } from "../stores/license-store.ts";
import { changeSeats, type SeatRow } from "../stores/seat-store.ts";
import { endSeats, recordedAddresses } from "./seat-changes.ts";

/** The seats that ended, in the details of an event of their license. */
export const endedDetails = ({ count, addresses }: EndedSeats): LicenseEvent["details"] => ({
  seats_ended: count,
  ...(count === 0 ? {} : { addresses }),
});

/** Ends the seats that do not fit what was paid, and reactivates those that stay. Call it before the total is lowered. */
export async function endUnpaidSeats(
  tx: Tx,
  at: Date,
  license: Pick<License, "id" | "description">,
  seats: readonly SeatRow[],
  { lapsed, reactivated }: RestoredSeats,
): Promise<EndedSeats> {
  const gone = new Set(lapsed);
  const ended = seats.filter(({ id }) => gone.has(id));
  await endSeats(tx, { at, license, cause: "decrease" }, ended);
  await changeSeats(tx, reactivated, { status: "active" });
  return { count: ended.length, addresses: recordedAddresses(ended) };
}
