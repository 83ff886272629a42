import type { ManagerChange } from "@foyer/mail/managers";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { License, OwnerRow } from "../stores/license-store.ts";
import { queueManagerNotice } from "../mail/send-manager-notice.ts";
import { queueManagersChanged } from "../mail/send-managers-changed.ts";
import type { Origin } from "../security-events/security-events.ts";
import { recordManagers } from "./record-managers.ts";

export interface ManagersChange {
  readonly license: Pick<License, "description">;
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
 * Records a change of managers with the affected accounts and mails all managers, in the caller's transaction. Former and new
 * managers get the mail, and so does the one who made the change, because a thief may have made it. The added or removed manager
 * gets a separate mail.
 */
export async function tellManagers(
  { addJob }: Pick<Deps, "addJob">,
  tx: Tx,
  { license, before, after, by, change, account, toldApart = null, at, origin }: ManagersChange,
): Promise<void> {
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
