import type { ManagerChange } from "@foyer/mail/managers";
import type { Tx } from "../db/schema.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import type { Deps } from "../deps.ts";
import type { License, OwnerRow } from "../stores/license-store.ts";
import { queueManagerNotice } from "../mail/send-manager-notice.ts";
import { queueManagersChanged } from "../mail/send-managers-changed.ts";
import { eventRow, type Origin, type SecurityEvent } from "../security-events/security-events.ts";
import { insertSecurityEvents } from "../security-events/security-event-store.ts";

export interface ManagersChange {
  readonly license: Pick<License, "id" | "description">;
  readonly at: Date;
  /** Where the caller's request came from. */
  readonly origin: Origin | null;
  readonly before: readonly OwnerRow[];
  readonly after: readonly OwnerRow[];
  readonly by: Pick<OwnerRow, "account_id" | "username" | "email">;
  readonly change: ManagerChange;
  /** Account name of the added or removed manager. */
  readonly account: string;
  /** Account id of the manager who gets a different mail about this change. */
  readonly toldApart?: string | null;
}

/**
 * Records a change of managers with the license and the affected accounts, and mails all managers, in the caller's
 * transaction. Former and new managers get the mail, and so does the one who made the change, because a thief may have made
 * it. The added or removed manager gets a separate mail.
 */
export async function tellManagers(
  { addJob }: Pick<Deps, "addJob">,
  tx: Tx,
  { license, before, after, by, change, account, toldApart = null, at, origin }: ManagersChange,
): Promise<void> {
  const act = { act: `managers.${change}`, by: by.username, byKind: "person" } as const;
  await recordLicenseEvent(tx, at, license.id, { ...act, details: { account } });
  await recordManagers(tx, at, origin, { license, before, after, by: by.account_id });
  const { description } = license;
  const when = { at: at.toISOString() };
  const [were, are] = [before, after].map((managers) => new Set(managers.map((manager) => manager.account_id)));
  const others: string[] = [];
  for (const { account_id: id, email } of new Map(
    [...before, ...after].map((manager) => [manager.account_id, manager]),
  ).values()) {
    if (id === toldApart) continue;
    const hasLeft = !are?.has(id) && id !== by.account_id;
    if (were?.has(id) && !hasLeft) others.push(email);
    else
      await queueManagerNotice(tx, addJob, {
        address: email,
        description,
        byEmail: by.email,
        isAdded: !hasLeft,
        ...when,
      });
  }
  await queueManagersChanged(tx, addJob, {
    addresses: others,
    description,
    change,
    by: by.username,
    account,
    byEmail: by.email,
    ...when,
  });
}

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
