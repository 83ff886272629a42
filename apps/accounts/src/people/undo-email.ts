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
 * Takes an e-mail change back, confirmed or not, by the link that went to the old address.
 *
 * Whoever asked for the change is taken for a stranger: all sessions end, and so does every link mailed since,
 * those that would undo this undoing included.
 */
export async function undoEmailChange(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const found = await peekSecret(tx, now, "email_undo", token);
      const account = found?.account_id ? await lockForEmail(tx, found.account_id) : null;
      const secret = await consumeSecret(tx, now, "email_undo", token);
      if (!secret || account?.state !== OPEN) refuse("email.link_dead");
      if (account.email_key !== addressKey(secret.address)) await setEmail(tx, now, account.id, secret.address);
      await killSecrets(tx, now, account.id, ["email_change", "password_reset"]);
      await killSecrets(tx, now, account.id, ["email_undo"], secret.requested_at);
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
