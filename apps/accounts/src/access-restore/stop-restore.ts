import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { consumeSecret } from "../stores/mailed-secret-store.ts";
import { type Holder, lockHolder } from "../passwords/prove-password.ts";
import { lockAccount } from "../stores/account-store.ts";
import { hashOf } from "../secrets/secret-values.ts";
import type { Origin } from "../security-events/security-events.ts";
import { findByStopLink, findRestore, liveRestoreOf } from "../stores/restore-store.ts";
import { end } from "./tell-restore.ts";

/**
 * Stops a restore by the link of one of its mails. A link used after the restore was carried out gets an error that says so, even
 * if it was used before: its reader must not believe that nothing happened.
 *
 * @returns the account's name, which the mail contains.
 */
export async function stopRestore(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const found = await findByStopLink(tx, hashOf(token), now);
    // The account is locked before the link is used, so a concurrent sweep either finished before or finds the restore stopped.
    const account = found ? await lockAccount(tx, found.account_id) : null;
    const restore = found ? await findRestore(tx, found.restore_id) : null;
    if (restore?.state === "done") refuse("restore.carried_out");
    const secret = await consumeSecret(tx, now, "restore_stop", token);
    if (!secret || !account || !restore || restore.ended_at !== null) refuse("restore.link_dead");
    await end(deps, tx, now, restore.id, { state: "stopped", by: "link" }, { origin, address: secret.address });
    return account.username;
  });
}

/** Stops the restore of the caller's own account. Refuses `restore.changed` when none is open. */
export async function stopOwnRestore(deps: Deps, person: Holder, origin: Origin): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const account = await lockHolder(tx, person);
    const restore = (await liveRestoreOf(tx, account.id)) ?? refuse("restore.changed");
    await end(deps, tx, now, restore.id, { state: "stopped", by: "owner" }, { actor: account.id, origin });
  });
}
