import type { ManagerChange } from "@foyer/mail/managers-changed";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { License, OwnerRow } from "../licenses/license-store.ts";
import { queueManagerNotice } from "../mail/send-manager-notice.ts";
import { queueManagersChanged } from "../mail/send-managers-changed.ts";
import type { Origin } from "../security-events/security-events.ts";
import { recordManagers } from "./record-managers.ts";

export interface ManagersChange {
  readonly license: Pick<License, "description">;
  readonly at: Date;
  /** Where the one who made it asks from. */
  readonly origin: Origin | null;
  readonly before: readonly OwnerRow[];
  readonly after: readonly OwnerRow[];
  readonly by: Pick<OwnerRow, "account_id" | "username" | "email">;
  readonly change: ManagerChange;
  /** Account name of the one whom the change is about. */
  readonly account: string;
  /** Account id of the one who hears of it by another mail. */
  readonly toldApart?: string | null;
}

/**
 * Records a change with the accounts that it is about, and tells all managers of it, in the caller's transaction: those before
 * it and those after it, whoever made it included, as it may not have been her. Who is a manager now, and who was taken away,
 * hears it in a mail of her own.
 */
export async function tellManagers(
  { addJob }: Pick<Deps, "addJob">,
  tx: Transaction<AccountsTables>,
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
