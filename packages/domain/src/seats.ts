/** A seat is held (`active`), held and ending at the next renewal (`expiring`), or invited (`pending`). */
export type SeatStatus = "active" | "expiring" | "pending";

/** True for a seat in use: a person holds it, also if it ends at the next renewal. An invitation is not in use yet. */
export function isInUse({ status }: { readonly status: SeatStatus }): boolean {
  return status !== "pending";
}

/** Returns how many seats are in use, from a license's counts. */
export function seatsInUse(license: { readonly used_seats: number; readonly invited_seats: number }): number {
  return license.used_seats - license.invited_seats;
}

/** One seat of a license, with the facts that the rules need. */
export interface Seat {
  readonly id: string;
  readonly status: SeatStatus;
  /** When it was first held or invited. Defines "newest first". */
  readonly createdAt: Date;
}

/** Result of a renewal for the seats of a license: ids, each seat in at most one list. */
export interface RenewedSeats {
  /** Expiring seats: all of them end. */
  readonly ended: readonly string[];
  /** Seats that no longer fit: pending newest first, then active newest first. */
  readonly lapsed: readonly string[];
}

/**
 * Returns the seats that end when a subscription renews.
 *
 * All expiring seats end, even if they would fit. If the rest exceeds the new total, invitations lapse
 * first, then active seats, each newest first.
 *
 * @param seats at equal times the later in the list counts as newer.
 * @param newTotal the number of seats of the paid period.
 */
export function renewSeats(seats: readonly Seat[], newTotal: number): RenewedSeats {
  const ended = seats.filter((seat) => seat.status === "expiring").map((seat) => seat.id);
  const inOrderOfLoss = [...newestFirst(seats, "pending"), ...newestFirst(seats, "active")];
  return { ended, lapsed: beyond(inOrderOfLoss, newTotal) };
}

/** Result of restoring a license for its remaining seats: ids. */
export interface RestoredSeats {
  /** Expiring seats that are active again, because the decrease that chose them ended with the old subscription. */
  readonly reactivated: readonly string[];
  /** Seats that do not fit. */
  readonly lapsed: readonly string[];
}

/**
 * Returns the seats that come back when an ended license gets a subscription again: all that fit.
 *
 * If not all fit, invitations end first, then the held seats that the buyer chose, then the others. Of either, expiring
 * seats end before active ones, each newest first. A chosen seat that fits stays.
 *
 * @param seats at equal times the later in the list counts as newer.
 * @param chosen ids as the buyer sent them. Those of other seats have no effect.
 */
export function restoreSeats(seats: readonly Seat[], newTotal: number, chosen: readonly string[] = []): RestoredSeats {
  const held = [...newestFirst(seats, "expiring"), ...newestFirst(seats, "active")];
  const named = new Set(chosen);
  const inOrderOfLoss = [
    ...newestFirst(seats, "pending"),
    ...held.filter(({ id }) => named.has(id)),
    ...held.filter(({ id }) => !named.has(id)),
  ];
  const lapsed = beyond(inOrderOfLoss, newTotal);
  const gone = new Set(lapsed);
  const reactivated = seats.filter((seat) => seat.status === "expiring" && !gone.has(seat.id)).map((seat) => seat.id);
  return { reactivated, lapsed };
}

function newestFirst(seats: readonly Seat[], status: SeatStatus): readonly Seat[] {
  // Reversed before the stable sort, so that at equal times the later line comes first.
  return seats
    .filter((seat) => seat.status === status)
    .toReversed()
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
}

function beyond(inOrderOfLoss: readonly Seat[], total: number): readonly string[] {
  return inOrderOfLoss.slice(0, Math.max(0, inOrderOfLoss.length - total)).map((seat) => seat.id);
}

/** The facts for rules about the next period's number of seats. */
export interface RenewingSeats {
  /** Null without a subscription. */
  readonly renewingQuantity: number | null;
  readonly usedSeats: number;
  readonly availableSeats: number;
}

/**
 * True if an expiring seat may offer "Mark as renewing?". Otherwise the "not enough seats" dialog is shown (SEATS-09).
 *
 * False if the next period has fewer seats than are used or available now.
 */
export function mayOfferRenewing(license: RenewingSeats): boolean {
  if (license.renewingQuantity === null) return true;
  return license.renewingQuantity >= license.usedSeats && license.availableSeats <= license.renewingQuantity;
}

export type ReleaseRefusal = "seats.unknown" | "seats.would_not_fit";

/** The seats with a changed status. A seat that already has the status does not change. */
export interface ReleasedSeats {
  readonly expiring: readonly string[];
  readonly renewing: readonly string[];
}

/**
 * Marks held seats as ending or as staying at the next renewal, all or nothing.
 *
 * Refuses seats that are unknown, only invited, or in both lists (12005), and a renewal with more staying
 * seats than the next period has (12007). A release alone always fits, because it only frees seats.
 *
 * @param renewingQuantity null without a subscription. The license's total counts then.
 */
export function markSeats(
  seats: readonly Pick<Seat, "id" | "status">[],
  change: { readonly release: readonly string[]; readonly renew: readonly string[] },
  room: { readonly renewingQuantity: number | null; readonly totalSeats: number },
): { readonly refusal: ReleaseRefusal } | { readonly refusal: null; readonly changed: ReleasedSeats } {
  const status = new Map(seats.map((seat) => [seat.id, seat.status]));
  const held = new Set(seats.filter(isInUse).map(({ id }) => id));
  const [release, renew] = [new Set(change.release), new Set(change.renew)];
  if (![...release, ...renew].every((id) => held.has(id)) || [...release].some((id) => renew.has(id))) {
    return { refusal: "seats.unknown" };
  }
  const expiring = [...release].filter((id) => status.get(id) === "active");
  const renewing = [...renew].filter((id) => status.get(id) === "expiring");
  const notExpiring = seats.filter((seat) => seat.status !== "expiring").length;
  const staying = notExpiring - expiring.length + renewing.length;
  if (renewing.length > 0 && staying > (room.renewingQuantity ?? room.totalSeats)) {
    return { refusal: "seats.would_not_fit" };
  }
  return { refusal: null, changed: { expiring, renewing } };
}
