import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { forgetBrowsersOf } from "../stores/browser-store.ts";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { killSecrets } from "../stores/mailed-secret-store.ts";
import { refuseNewPassword } from "../passwords/new-password.ts";
import { checkPassword, hasProvedOutright, lockProved, requireProof } from "../passwords/prove-password.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf, noteProof } from "../stores/session-store.ts";
import { setPasswordHash } from "../stores/account-store.ts";

export interface PasswordChange {
  readonly old_password: string;
  readonly new_password: string;
  readonly new_password_2: string;
}

/**
 * Changes the password. Ends the other sessions and every reset link, makes other browsers unknown, keeps this session and mails
 * the address.
 */
export async function changePassword(deps: Deps, person: Person, typed: PasswordChange, origin: Origin): Promise<void> {
  const { db, clock, passwords, addJob } = deps;
  await refuseNewPassword(deps, typed, person, `session:${person.id}`);
  // A passkey replaces the old password, which is then empty.
  const isProved = typed.old_password === "" && (await hasProvedOutright(deps, person));
  const proof = isProved
    ? await requireProof(deps, person, undefined, origin)
    : await checkPassword(deps, person, typed.old_password, origin, "old_password");
  const passwordHash = await passwords.hash(typed.new_password);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockProved(tx, now, proof);
    await setPasswordHash(tx, person.id, passwordHash);
    await deleteSessionsOf(tx, person.id, person.sessionId);
    await forgetBrowsersOf(tx, person.id, person.sessionId);
    await noteProof(tx, person.sessionId, now, "pwd");
    await killSecrets(tx, now, person.id, ["password_reset", "email_change"]);
    await queueAccountNotice(tx, addJob, person.id, "password_changed", now);
    await recordOwnEvent(tx, now, origin, person.id, "password.changed");
  });
}
