import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { consumeSecret, killSecrets, type MailedSecret, peekSecret } from "../stores/mailed-secret-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../stores/session-store.ts";
import { type Account, OPEN } from "../stores/account-store.ts";
import { refusingDoubles } from "./doubles.ts";
import { lockForEmail, setEmail } from "./set-email.ts";

/**
 * Undoes an address change, confirmed or not, by the link mailed to the old address.
 *
 * The change may have been made by a stranger, so all sessions end, and every link mailed since becomes invalid, including those
 * that would undo this undo.
 */
export async function undoEmail(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const found = await peekSecret(tx, now, "email_undo", token);
      const account = found?.account_id ? await lockForEmail(tx, found.account_id) : null;
      const secret = await consumeSecret(tx, now, "email_undo", token);
      if (!secret || account?.state !== OPEN) refuse("email.link_dead");
      await takeAddressBack(tx, now, account, secret);
      await deleteSessionsOf(tx, account.id);
      await recordSecurityEvent(tx, now, origin, {
        kind: "email.change_undone",
        accountId: account.id,
        actor: account.id,
        details: { from: account.email, to: secret.address },
      });
      return secret.address;
    }),
  );
}

/**
 * Restores the address of that link. The caller holds the locks of the account and its licenses. Invalidates reset links, and
 * every link mailed since that would undo this.
 *
 * @param isKept true keeps the link itself valid.
 */
export async function takeAddressBack(
  tx: Transaction<AccountsTables>,
  now: Date,
  account: Account,
  undo: Pick<MailedSecret, "address" | "requested_at">,
  isKept = false,
): Promise<void> {
  if (account.email_key !== addressKey(undo.address)) await setEmail(tx, now, account.id, undo.address);
  await killSecrets(tx, now, account.id, ["email_change", "password_reset"]);
  const since = isKept ? new Date(undo.requested_at.getTime() + 1) : undo.requested_at;
  await killSecrets(tx, now, account.id, ["email_undo"], since);
}
