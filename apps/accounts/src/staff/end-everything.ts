import type { Transaction } from "kysely";
import { stopLiveRestores } from "../access-restore/restore-store.ts";
import type { SecretPurpose } from "../db/mailed-secret-table.ts";
import type { AccountsTables } from "../db/schema.ts";
import { killAllSecrets } from "../mailed-secrets/mailed-secret-store.ts";
import type { Account } from "../people/account-store.ts";
import { closeSessionsOf, deleteSessionsOf, deleteViewsBy } from "../sessions/session-store.ts";

/**
 * Sessions, mailed links and the views that this account has of others: nothing that was given to it opens anything now.
 *
 * Links that say "This was not me" go on: they open nothing either, and staff end sessions when somebody else is in them.
 *
 * @param isClosing the account ends too, and its owner may be told why.
 * @param kept other links that go on.
 * @returns how many sessions ended.
 */
export async function endEverything(
  tx: Transaction<AccountsTables>,
  account: Pick<Account, "id" | "username">,
  now: Date,
  isClosing = false,
  kept: readonly SecretPurpose[] = [],
): Promise<number> {
  await deleteViewsBy(tx, account.username);
  // Nor the word of those whom a restore of access was told to: nobody takes it from them by ending the rest.
  await killAllSecrets(tx, now, account.id, ["not_me", "restore_stop", ...kept]);
  if (isClosing) await stopLiveRestores(tx, now, "closed", account.id);
  return isClosing ? closeSessionsOf(tx, account.id, now) : deleteSessionsOf(tx, account.id);
}
