/** Somebody who manages a license, as far as the rules about managers go. */
export interface StandingManager {
  readonly username: string;
  /** Seat holders are told to ask her. */
  readonly is_contact: boolean;
  /** Her customer pays for the license's subscription. */
  readonly is_payer: boolean;
}

const isKept = (manager: StandingManager): boolean => manager.is_contact || manager.is_payer;

/**
 * The account names of those who can remove a manager, in the order of the list, herself aside. The contact and whoever
 * pays are removed by each other alone: so nobody who was let in takes the team from those whose it is.
 */
export function removersOf(managers: readonly StandingManager[], removed: StandingManager): readonly string[] {
  return managers.filter((by) => by !== removed && canRemoveManager(by, removed)).map(({ username }) => username);
}

/** Whether one manager can remove another; everybody can leave. */
export function canRemoveManager(by: StandingManager, removed: StandingManager): boolean {
  return by.username === removed.username || !isKept(removed) || isKept(by);
}
