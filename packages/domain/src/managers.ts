/** The facts about a manager of a license that the rules need. */
export interface StandingManager {
  readonly username: string;
  /** Seat holders see this manager as their contact. */
  readonly is_contact: boolean;
  /** This manager's customer pays for the license's subscription. */
  readonly is_payer: boolean;
}

const isKept = (manager: StandingManager): boolean => manager.is_contact || manager.is_payer;

/**
 * Returns the account names of those who can remove a manager, in list order, without the manager. Only the
 * contact and the payer can remove each other, so that added managers cannot take over the team.
 */
export function removersOf(managers: readonly StandingManager[], removed: StandingManager): readonly string[] {
  return managers.filter((by) => by !== removed && canRemoveManager(by, removed)).map(({ username }) => username);
}

/** True if one manager can remove another. Every manager can leave. */
export function canRemoveManager(by: StandingManager, removed: StandingManager): boolean {
  return by.username === removed.username || !isKept(removed) || isKept(by);
}
