import type { PersonalSeat, Seat } from "@foyer/contract/seats";
import { instantOf } from "@foyer/contract/wire-values";
import type { FromJson } from "@foyer/service-kit/point-read";
import type { Db } from "../db/schema.ts";
import { type PersonalRow, type SeatRow, seatsOfLicense } from "../stores/seat-store.ts";

/**
 * Returns the seat as the wire shows it.
 *
 * @param seat a row, also one from JSON, where times are text.
 * @param portal the portal's origin, without a trailing slash.
 */
export function seatWire(seat: SeatRow | FromJson<SeatRow>, portal: string): Seat {
  return {
    id: seat.id,
    username: seat.username,
    email: seat.email,
    status: seat.status,
    short_url: seat.short_code === null ? null : `${portal}/i/${seat.short_code}`,
    ...(seat.invitation_expires_at === null ? {} : { expires_date: instantOf(new Date(seat.invitation_expires_at)) }),
  };
}

/** Returns the seats of a license as the wire shows them, oldest first. */
export async function licenseSeats(db: Db, licenseId: string, portal: string): Promise<Seat[]> {
  return (await seatsOfLicense(db, licenseId)).map((seat) => seatWire(seat, portal));
}

export function personalSeatWire(row: PersonalRow, portal: string): PersonalSeat {
  const ends = row.expires_at ?? row.current_period_ends_at;
  return {
    id: row.seat?.id ?? row.id,
    registration_id: row.id,
    description: row.description,
    purchase_type: row.purchase_type,
    owners: row.owners,
    seats: row.seat === null ? [] : [seatWire(row.seat, portal)],
    product_id: row.product_id,
    expires_date: ends === null ? null : instantOf(ends),
  };
}
