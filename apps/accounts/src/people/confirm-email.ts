import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { takeGuess } from "../mail/mail-limits.ts";
import { consumeSecret, killSecrets } from "../mailed-secrets/mailed-secret-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { findAccount, OPEN } from "./account-store.ts";
import { refusingDoubles } from "./doubles.ts";
import { setEmail } from "./set-email.ts";

/** Makes the new address the account's, by the link that was mailed to it. Links to reset the password die with the old one. */
export async function confirmNewEmail(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  await takeGuess(deps, origin.ip);
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const secret = await consumeSecret(tx, now, "email_change", token);
      const account = secret?.account_id ? await findAccount(tx, secret.account_id) : null;
      // The link changes the address that it was asked for, and no other that came since.
      const isItsOwn = account !== null && addressKey(secret?.former_address ?? "") === account.email_key;
      if (!secret || account?.state !== OPEN || !isItsOwn) refuse("email.link_dead");
      await setEmail(tx, account.id, secret.address);
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
