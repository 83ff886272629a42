import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { consumeSecret, killSecrets, peekSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../sessions/session-store.ts";
import { OPEN } from "./account-store.ts";
import { refusingDoubles } from "./doubles.ts";
import { lockForEmail, setEmail } from "./set-email.ts";

/**
 * Makes the new address the account's, by the link that was mailed to it. All sessions end but the one that asked for the
 * change, wherever the link is opened; links to reset the password die with the old address.
 */
export async function confirmEmail(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const found = await peekSecret(tx, now, "email_change", token);
      // Locked before the link is used: its undoing at the same moment comes first or last, and never in between.
      const account = found?.account_id ? await lockForEmail(tx, found.account_id) : null;
      const secret = await consumeSecret(tx, now, "email_change", token);
      // The link changes the address that it was asked for, and no other that came since.
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
