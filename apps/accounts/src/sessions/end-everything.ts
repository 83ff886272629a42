import { stopLiveRestores } from "../stores/restore-store.ts";
import type { SecretPurpose } from "../db/mailed-secret-table.ts";
import type { Tx } from "../db/schema.ts";
import { killAllSecrets } from "../stores/mailed-secret-store.ts";
import type { Account } from "../stores/account-store.ts";
import { closeSessionsOf, deleteSessionsOf, deleteViewsBy } from "../stores/session-store.ts";

/**
 * Ends an account's sessions, its mailed links and its views of other accounts.
 *
 * "This was not me" links stay valid: they open no session, and staff may end sessions just because of a stranger.
 *
 * @param isClosing true for an account that is being closed; its sessions keep the reason for their end.
 * @param kept purposes of further links that stay valid.
 * @returns the number of ended sessions.
 */
export async function endEverything(
  tx: Tx,
  account: Pick<Account, "id" | "username">,
  now: Date,
  isClosing = false,
  kept: readonly SecretPurpose[] = [],
): Promise<number> {
  await deleteViewsBy(tx, account.username);
  // Links that stop a restore of access stay valid too: ending the rest must not take them from their owners.
  await killAllSecrets(tx, now, account.id, ["not_me", "restore_stop", ...kept]);
  if (isClosing) await stopLiveRestores(tx, now, "closed", account.id);
  return isClosing ? closeSessionsOf(tx, account.id, now) : deleteSessionsOf(tx, account.id);
}
