import type { LicenseEvent } from "@foyer/contract/managers";
import type { RestoredSeats } from "@foyer/domain/seats";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { License } from "../stores/license-store.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import type { EndedSeats } from "../mail/send-license-bought.ts";
import { insertEventOfEach } from "../security-events/security-event-store.ts";
import { deleteSeats, type SeatRow, setSeatStatus } from "../stores/seat-store.ts";

type Tx = Transaction<AccountsTables>;

const kind: SecurityEventKind = "seat.removed";

/** Maximum number of addresses stored with one event of a license. */
const RECORDED_ADDRESSES = 50;

/** The addresses of seats, as an event of their license stores them. */
export const recordedAddresses = (seats: readonly Pick<SeatRow, "email">[]): string[] =>
  seats.slice(0, RECORDED_ADDRESSES).map(({ email }) => email);

/** Records for the accounts that held these seats that the seats were removed. @param by account id; null for the system. */
export async function recordRemovedSeats(
  tx: Tx,
  at: Date,
  license: Pick<License, "description">,
  seats: readonly Pick<SeatRow, "id" | "account_id">[],
  by: string | null,
): Promise<void> {
  const held = seats.flatMap(({ id, account_id: holder }) =>
    holder === null ? [] : { accountId: holder, target: id },
  );
  if (held.length === 0) return;
  const details = JSON.stringify({ license: license.description });
  await insertEventOfEach(tx, { at, kind, actor: by, details }, held);
}

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
  await deleteSeats(tx, license.id, lapsed, at);
  const gone = new Set(lapsed);
  const ended = seats.filter(({ id }) => gone.has(id));
  await recordRemovedSeats(tx, at, license, ended, null);
  await setSeatStatus(tx, reactivated, "active");
  return { count: ended.length, addresses: recordedAddresses(ended) };
}
