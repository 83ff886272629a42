import type { SeatCounts } from "./seats.ts";

/** Why seats cannot be changed now. */
export type SeatChangeRefusal = "decrease_recorded" | "not_active" | "set_to_cancel" | "change_pending";

export interface ChangeableSubscription {
  readonly isActive: boolean;
  readonly cancelAtPeriodEnd: boolean;
  /** A recorded decrease or switch, or an invoice that waits for authentication. */
  readonly changePending: boolean;
  readonly renewingQuantity: number;
  readonly totalSeats: number;
}

/**
 * Why Change Seats is not open now; null when it is.
 *
 * `decrease_recorded` is the case of the dialog "Seat Quantity Changes Disabled", until the next renewal (QTY-01); the
 * others disable the action (QTY-02). The dialog comes first, as it says more than a dead button.
 */
export function refuseSeatChange(subscription: ChangeableSubscription): SeatChangeRefusal | null {
  if (!subscription.isActive) return "not_active";
  if (subscription.cancelAtPeriodEnd) return "set_to_cancel";
  if (subscription.renewingQuantity < subscription.totalSeats) return "decrease_recorded";
  return subscription.changePending ? "change_pending" : null;
}

/**
 * How many held seats have to end for a new number of seats; zero when all fit (QTY-05).
 *
 * Seats that are expiring already count as held here and as chosen in `seatChoice`. Invitations do not count: what no
 * longer fits of them lapses by itself.
 */
export function seatsToExpire(counts: Pick<SeatCounts, "held">, wanted: number): number {
  return Math.max(0, counts.held - wanted);
}

/** Where the choice of ending seats stands. */
export interface SeatChoice {
  readonly needed: number;
  /** Still to be chosen; zero when enough or too many are. */
  readonly remaining: number;
  /** "You don't need to select this many seats!" */
  readonly isTooMany: boolean;
  /** Exactly as many as needed: Continue is open. */
  readonly isComplete: boolean;
}

/** @param chosen how many seats are ticked, those that were expiring already and still are included. */
export function seatChoice(needed: number, chosen: number): SeatChoice {
  return {
    needed,
    remaining: Math.max(0, needed - chosen),
    isTooMany: chosen > needed,
    isComplete: chosen === needed,
  };
}

/** The step that follows the quantity: choose who loses a seat, be reminded of those who will, or review (QTY-05 to 07). */
export type SeatChangeStep = "choose" | "remind" | "review";

export function stepAfterQuantity(counts: Pick<SeatCounts, "held" | "expiring">, wanted: number): SeatChangeStep {
  if (seatsToExpire(counts, wanted) > 0) return "choose";
  return counts.expiring > 0 ? "remind" : "review";
}

/**
 * The release and renew lists that turn the seats expiring now into the ones chosen.
 *
 * @param expiring ids that are expiring now.
 * @param chosen ids that shall end.
 */
export function releaseFor(
  expiring: readonly string[],
  chosen: readonly string[],
): { readonly release: readonly string[]; readonly renew: readonly string[] } {
  const [before, after] = [new Set(expiring), new Set(chosen)];
  return { release: [...after].filter((id) => !before.has(id)), renew: [...before].filter((id) => !after.has(id)) };
}
