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
 * Returns why Change Seats is not available now, or null.
 *
 * `decrease_recorded` shows the dialog "Seat Quantity Changes Disabled" until the next renewal (QTY-01). The others
 * disable the action (QTY-02). The dialog is checked first, because it explains more than a disabled button.
 */
export function refuseSeatChange(subscription: ChangeableSubscription): SeatChangeRefusal | null {
  if (!subscription.isActive) return "not_active";
  if (subscription.cancelAtPeriodEnd) return "set_to_cancel";
  if (subscription.renewingQuantity < subscription.totalSeats) return "decrease_recorded";
  return subscription.changePending ? "change_pending" : null;
}

/**
 * Returns how many held seats must end for a new number of seats, zero if all fit (QTY-05).
 *
 * Expiring seats count as held here, and as chosen in `seatChoice`. Invitations do not count: those that no
 * longer fit lapse at the renewal.
 */
export function seatsToExpire(counts: { readonly held: number }, wanted: number): number {
  return Math.max(0, counts.held - wanted);
}

/** State of the choice of ending seats. */
export interface SeatChoice {
  readonly needed: number;
  /** Number still to choose, zero if enough or too many are chosen. */
  readonly remaining: number;
  /** "You don't need to select this many seats!" */
  readonly isTooMany: boolean;
  /** Exactly as many as needed, so Continue is enabled. */
  readonly isComplete: boolean;
}

/** @param chosen number of checked seats, including those that were already expiring and are still checked. */
export function seatChoice(needed: number, chosen: number): SeatChoice {
  return {
    needed,
    remaining: Math.max(0, needed - chosen),
    isTooMany: chosen > needed,
    isComplete: chosen === needed,
  };
}

/** The step after the quantity: choose the ending seats, be reminded of them, or review (QTY-05 to 07). */
export type SeatChangeStep = "choose" | "remind" | "review";

/** @param counts numbers of held seats, and of those that are expiring. */
export function stepAfterQuantity(
  counts: { readonly held: number; readonly expiring: number },
  wanted: number,
): SeatChangeStep {
  if (seatsToExpire(counts, wanted) > 0) return "choose";
  return counts.expiring > 0 ? "remind" : "review";
}

/**
 * Returns the release and renew lists that replace the expiring seats by the chosen ones.
 *
 * @param expiring ids that are expiring now.
 * @param chosen ids that should end.
 */
export function releaseFor(
  expiring: readonly string[],
  chosen: readonly string[],
): { readonly release: readonly string[]; readonly renew: readonly string[] } {
  const [before, after] = [new Set(expiring), new Set(chosen)];
  return { release: [...after].filter((id) => !before.has(id)), renew: [...before].filter((id) => !after.has(id)) };
}
