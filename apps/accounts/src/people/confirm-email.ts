import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { consumeSecret, killSecrets, peekSecret } from "../stores/mailed-secret-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../stores/session-store.ts";
import { OPEN } from "../stores/account-store.ts";
import { refusingDoubles } from "./doubles.ts";
import { lockForEmail, setEmail } from "./set-email.ts";

/**
 * Changes the account's address by the link mailed to the new address. Ends all sessions except the one that asked for the
 * change, in whichever session the link is opened, and invalidates reset links to the old address.
 */
export async function confirmEmail(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const found = await peekSecret(tx, now, "email_change", token);
      // The account is locked before the link is used, so a concurrent undo runs entirely before or after.
      const account = found?.account_id ? await lockForEmail(tx, found.account_id) : null;
      const secret = await consumeSecret(tx, now, "email_change", token);
      // The link is valid only while the account still has the address that it was to replace.
      const isItsOwn = account !== null && addressKey(secret?.former_address ?? "") === account.email_key;
      if (!secret || account?.state !== OPEN || !isItsOwn) refuse("email.link_dead");
      await setEmail(tx, now, account.id, secret.address);
      await deleteSessionsOf(tx, account.id, secret.session_id ?? undefined);
      await killSecrets(tx, now, account.id, ["password_reset"]);
      await recordSecurityEvent(tx, now, origin, {
        kind: "email.changed",
        accountId: account.id,
        actor: account.id,
        details: { from: account.email, to: secret.address },
      });
      return secret.address;
    }),
  );
}
