import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { lockHolder, lockProved, requireProof } from "../passwords/prove-password.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { deleteViewsBy } from "../stores/session-store.ts";
import { deletePasskey, passkeysOf, renamePasskeyOf } from "../stores/passkey-store.ts";

/**
 * Removes one of the person's own passkeys and mails the account's address. Another account's passkey is not found.
 *
 * @returns how many sessions that it opened ended, without the calling one.
 */
export async function removePasskey(
  deps: Deps,
  person: Person,
  { id, password }: { readonly id: string; readonly password: string | undefined },
  origin: Origin,
): Promise<number> {
  const { db, clock, addJob } = deps;
  const proof = await requireProof(deps, person, password, origin);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockProved(tx, now, proof);
    const held = await passkeysOf(tx, account.id);
    if (!held.some((passkey) => passkey.id === id)) refuse("object.not_found");
    if (account.password_hash === null && held.length === 1) refuse("passkey.last_way_in");
    const ended = await deletePasskey(tx, account.id, id, person.sessionId);
    // A staff member may have started a view from a session that has just ended.
    if (ended > 0) await deleteViewsBy(tx, account.username);
    await queueAccountNotice(tx, addJob, account.id, "passkey_removed", now);
    await recordOwnEvent(tx, now, origin, account.id, "passkey.removed", {
      target: id,
      details: { sessions_ended: ended },
    });
    return ended;
  });
}

/** Renames one of the person's own passkeys. */
export async function renamePasskey({ db }: Deps, person: Person, id: string, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockHolder(tx, person);
    if (!(await renamePasskeyOf(tx, person.id, id, name))) refuse("object.not_found");
  });
}
