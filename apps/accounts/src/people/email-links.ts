import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { consumeSecret, killSecrets, type MailedSecret, peekSecret } from "../stores/mailed-secret-store.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../stores/session-store.ts";
import { type Account, OPEN } from "../stores/account-store.ts";
import { refusingDoubles } from "./doubles.ts";
import { lockForEmail, setEmail } from "./set-email.ts";

/** Uses a mailed link, and locks its account. Refuses `email.link_dead` unless the link is live and the account is open. */
async function useLink(
  tx: Tx,
  now: Date,
  purpose: "email_change" | "email_undo",
  token: string,
): Promise<{ readonly account: Account; readonly secret: MailedSecret }> {
  const found = await peekSecret(tx, now, purpose, token);
  // The account is locked before the link is used, so a concurrent change by another link runs entirely before or after.
  const account = found?.account_id ? await lockForEmail(tx, found.account_id) : null;
  const secret = await consumeSecret(tx, now, purpose, token);
  if (!secret || account?.state !== OPEN) refuse("email.link_dead");
  return { account, secret };
}

/**
 * Changes the account's address by the link mailed to the new address. Ends all sessions except the one that asked for the
 * change, in whichever session the link is opened, and invalidates reset links to the old address.
 */
export async function confirmEmail({ db, clock }: Deps, token: string, origin: Origin): Promise<string> {
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const { account, secret } = await useLink(tx, now, "email_change", token);
      // The link is valid only while the account still has the address that the link replaces.
      if (addressKey(secret.former_address ?? "") !== account.email_key) refuse("email.link_dead");
      await setEmail(tx, now, account.id, secret.address);
      await deleteSessionsOf(tx, account.id, secret.session_id ?? undefined);
      await killSecrets(tx, now, account.id, ["password_reset"]);
      const details = { from: account.email, to: secret.address };
      await recordOwnEvent(tx, now, origin, account.id, "email.changed", { details });
      return secret.address;
    }),
  );
}

/**
 * Undoes an address change, confirmed or not, by the link mailed to the old address.
 *
 * A stranger may have made the change, so all sessions end. Every link mailed since becomes invalid, including links that would
 * undo this undo.
 */
export async function undoEmail({ db, clock }: Deps, token: string, origin: Origin): Promise<string> {
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const { account, secret } = await useLink(tx, now, "email_undo", token);
      await takeAddressBack(tx, now, account, secret);
      await deleteSessionsOf(tx, account.id);
      const details = { from: account.email, to: secret.address };
      await recordOwnEvent(tx, now, origin, account.id, "email.change_undone", { details });
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
  tx: Tx,
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
