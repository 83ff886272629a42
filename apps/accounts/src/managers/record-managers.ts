import type { Tx } from "../db/schema.ts";
import type { License, OwnerRow } from "../stores/license-store.ts";
import { insertSecurityEvents } from "../security-events/security-event-store.ts";
import { eventRow, type Origin, type SecurityEvent } from "../security-events/security-events.ts";

type ManagerRow = Pick<OwnerRow, "account_id">;

interface ManagersNow {
  readonly license: Pick<License, "description">;
  /** The contact first. */
  readonly before: readonly ManagerRow[];
  readonly after: readonly ManagerRow[];
  /** Account id. */
  readonly by: string;
}

/**
 * Records a change of managers with each account that it affects, and with the account that made it. Names others by their ids,
 * so that no name remains after an erasure.
 */
export async function recordManagers(
  tx: Tx,
  at: Date,
  origin: Origin | null,
  { license, before, after, by }: ManagersNow,
): Promise<void> {
  const details = { license: license.description };
  const events: SecurityEvent[] = [];
  const tell = (kind: SecurityEvent["kind"], accountId: string, target?: string): void => {
    events.push({ kind, accountId, actor: by, details, ...(target === undefined ? {} : { target }) });
  };
  const isIn = (managers: readonly ManagerRow[], id: string): boolean =>
    managers.some((manager) => manager.account_id === id);
  const isManagers = isIn(before, by) || isIn(after, by);
  for (const { account_id: id } of after) {
    if (isIn(before, id)) continue;
    tell("manager.added", id);
    if (isManagers && id !== by) tell("manager.gave", by, id);
  }
  for (const { account_id: id } of before) {
    if (isIn(after, id)) continue;
    tell("manager.removed", id);
    if (isManagers && id !== by) tell("manager.took", by, id);
  }
  const [[former], [contact]] = [before, after];
  if (contact && former && contact.account_id !== former.account_id) {
    if (isIn(before, contact.account_id)) tell("manager.contact", contact.account_id);
    if (isIn(after, former.account_id)) tell("manager.contact_lost", former.account_id);
  }
  if (events.length === 0) return;
  const rows = events.map((event) => eventRow(at, event.accountId === by ? origin : null, event));
  await insertSecurityEvents(tx, rows);
}
