/** The facts about an upgrade that was bought but not activated. */
export interface UnactivatedUpgrade {
  readonly upgradesAvailable: number;
  /** Seats of the license after the upgrade. */
  readonly totalSeats: number;
  /** Ids of the held seats that can move. */
  readonly seatIds: readonly string[];
}

/** State of a choice of seats. */
export interface UpgradeChoice {
  /** Selected and unassigned together. */
  readonly chosen: number;
  /** "Too many seats selected." (UPGRADE-01) */
  readonly isTooMany: boolean;
  /** Exactly as many as there are upgrades, so the button is enabled (UPGRADE-02). */
  readonly isComplete: boolean;
}

/** Returns the maximum number of unassigned upgrades: those without a held seat to use them (UPGRADE-03). */
export function unassignedMax(upgrade: UnactivatedUpgrade): number {
  return Math.max(0, Math.min(upgrade.upgradesAvailable, upgrade.totalSeats - upgrade.seatIds.length));
}

/** Checks a choice of seats and an unassigned count (UPGRADE-01, UPGRADE-02). */
export function upgradeChoice(upgrade: UnactivatedUpgrade, selected: number, unassigned: number): UpgradeChoice {
  const chosen = selected + unassigned;
  return {
    chosen,
    isTooMany: chosen > upgrade.upgradesAvailable || unassigned > unassignedMax(upgrade),
    isComplete: chosen === upgrade.upgradesAvailable && unassigned <= unassignedMax(upgrade),
  };
}

/** True if Select-all is available: the upgrades cover all seats, and the selection (UPGRADE-04). */
export function maySelectAll(upgrade: UnactivatedUpgrade, selected: number): boolean {
  return upgrade.upgradesAvailable >= upgrade.seatIds.length && upgrade.upgradesAvailable >= selected;
}

export type UpgradeRefusal = "upgrade.too_many" | "upgrade.not_exact" | "upgrade.unknown_seat";

/**
 * Returns why an upgrade cannot be carried out, or null (ACC-16).
 *
 * A duplicate seat counts once. Unknown seats are checked first (13003), then too many (13001), then too few (13002).
 */
export function refuseUpgrade(
  upgrade: UnactivatedUpgrade,
  seatIds: readonly string[],
  unassigned: number,
): UpgradeRefusal | null {
  const selected = new Set(seatIds);
  const known = new Set(upgrade.seatIds);
  if (![...selected].every((id) => known.has(id))) return "upgrade.unknown_seat";
  const choice = upgradeChoice(upgrade, selected.size, unassigned);
  if (choice.isTooMany) return "upgrade.too_many";
  return choice.isComplete && unassigned >= 0 ? null : "upgrade.not_exact";
}
