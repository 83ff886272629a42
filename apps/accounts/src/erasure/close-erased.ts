import { erasureDueBefore } from "@foyer/domain/closed-account";
import { inTransaction } from "@foyer/service-kit/db";
import type { Kysely } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { closeAgain, lockAccount, OPEN } from "../stores/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import type { ErasedAccount } from "./erasure-journal.ts";
import { insertErasure, isErased, noteStep } from "../stores/erasure-store.ts";
import { deleteHold } from "../stores/legal-hold-store.ts";

const CLOSED = 300;

/**
 * Closes erased accounts that a database restore brought back and starts their erasure again, whatever their state in the backup.
 * Leaves their synced data alone: the backup does not contain it, and another person may have taken the account name since.
 *
 * @returns the number of accounts.
 */
export function closeErased(db: Kysely<AccountsTables>, erased: readonly ErasedAccount[], now: Date): Promise<number> {
  const due = erasureDueBefore(now);
  return inTransaction(db, async (tx) => {
    let found = 0;
    for (const id of new Set(erased.map((entry) => entry.id))) {
      const account = await lockAccount(tx, id);
      if (!account || (await isErased(tx, id))) continue;
      const closed = {
        state: account.state === OPEN ? CLOSED : account.state,
        closed_at: account.closed_at !== null && account.closed_at < due ? account.closed_at : due,
        closed_by: "staff",
      } as const;
      await closeAgain(tx, id, closed);
      await deleteHold(tx, id);
      await insertErasure(tx, { ...account, ...closed }, now);
      await noteStep(tx, id, "synced_data_at", now);
      await recordSecurityEvent(tx, now, null, { kind: "account.closed_again", accountId: id, actor: null });
      found += 1;
    }
    return found;
  });
}
