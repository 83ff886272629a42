import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { forgetBrowsersOf } from "../stores/browser-store.ts";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { consumeSecret, killSecrets, peekSecret } from "../stores/mailed-secret-store.ts";
import { refuseNewPassword } from "../passwords/new-password.ts";
import { type Account, findAccount, lockAccount, OPEN, setPasswordHash } from "../stores/account-store.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../stores/session-store.ts";
import { forgetPasswordTries } from "../passwords/sign-in-guard.ts";

export interface PasswordReset {
  readonly token: string;
  readonly new_password: string;
  readonly new_password_2: string;
}

/**
 * Sets a new password by the mailed link. Ends all sessions and makes all browsers unknown. Opens no session and keeps the second
 * factor.
 */
export async function confirmPasswordReset(deps: Deps, typed: PasswordReset, origin: Origin): Promise<void> {
  const { db, clock, passwords } = deps;
  // Checked first, because an unacceptable password must not use the link.
  const account = await accountOfLink(deps, typed.token);
  await refuseNewPassword(deps, typed, account, `link:${account.id}`);
  const passwordHash = await passwords.hash(typed.new_password);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const locked = await lockAccount(tx, account.id);
    const secret = await consumeSecret(tx, now, "password_reset", typed.token);
    if (secret?.account_id !== account.id || locked?.state !== OPEN) refuse("reset.link_dead");
    await setPasswordHash(tx, account.id, passwordHash);
    await deleteSessionsOf(tx, account.id);
    await forgetBrowsersOf(tx, account.id);
    await killSecrets(tx, now, account.id, ["email_change"]);
    await forgetPasswordTries(tx, account.username);
    await queueAccountNotice(tx, deps.addJob, account.id, "password_changed", now);
    await recordOwnEvent(tx, now, origin, account.id, "password.reset");
  });
}

/** Returns the account whose password the link sets. */
export async function readPasswordReset(deps: Deps, token: string): Promise<{ username: string }> {
  const { username } = await accountOfLink(deps, token);
  return { username };
}

async function accountOfLink({ db, clock }: Deps, token: string): Promise<Account> {
  const secret = await peekSecret(db, clock.now(), "password_reset", token);
  const account = secret?.account_id ? await findAccount(db, secret.account_id) : null;
  if (account?.state !== OPEN) refuse("reset.link_dead");
  return account;
}
