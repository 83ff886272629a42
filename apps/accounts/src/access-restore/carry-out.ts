import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { forgetPasswordTries } from "../passwords/sign-in-guard.ts";
import { type Account, clearPassword, lockAccount } from "../stores/account-store.ts";
import { forgetBrowsersOf } from "../stores/browser-store.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import { removeFactor } from "../stores/second-factor-store.ts";
import { lockForEmail, setEmail } from "../people/set-email.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { carryOutChange } from "./change-address.ts";
import { mayRestore, obstacleTo } from "./may-restore.ts";
import { findRestore, mailsToSend, type Restore, restoresDue, restoresUntold } from "../stores/restore-store.ts";
import { end, tellEnd } from "./tell-restore.ts";

/**
 * Carries out every due restore, stops those that are no longer possible, and sends the mails about restores that ended
 * unannounced.
 *
 * Several instances may run it concurrently, and each may crash at any point: one transaction under the account's lock carries
 * out a restore, or the next sweep retries it.
 */
export async function carryOutRestores(deps: Deps): Promise<void> {
  const { db, clock, log } = deps;
  const failed = (id: string) => (error: unknown) =>
    log.error({ err: error, restore: id }, "carrying out a restore of access failed");
  for (const { id } of await restoresDue(db, clock.now())) await carryOut(deps, id).catch(failed(id));
  for (const { id } of await restoresUntold(db)) await tellLate(deps, id).catch(failed(id));
}

async function carryOut(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findRestore(tx, id);
    if (!found) return;
    const people = await lockAll(tx, found);
    const { account, asker, agreer } = people;
    // Read again under the lock: another caller may have stopped the restore, or another instance may have carried it out.
    const restore = await findRestore(tx, id);
    if (!account || !restore || restore.ended_at !== null) return;
    const now = deps.clock.now();
    const stop = (by: RestoreStop) => end(deps, tx, now, id, { state: "stopped", by });
    if (restore.state === "asked") {
      if (after(restore.asked_at, lifetimes.restoreAsked) <= now) await stop("lapsed");
      return;
    }
    // A change of the address waits from the request on, a restore from the agreement.
    const waitsSince = restore.kind === "address" ? restore.asked_at : restore.agreed_at;
    if (restore.due_at === null || restore.due_at > now || waitsSince === null) return;
    if ((await mailsToSend(tx, id)) > 0) {
      if (after(waitsSince, lifetimes.restoreMails) <= now) await stop("mail_failed");
      return;
    }
    const mayBoth = mayRestore(asker, account) && (restore.kind === "address" || mayRestore(agreer, account));
    const obstacle = await obstacleTo(tx, account, addressKey(restore.address), now);
    if (obstacle !== null || !mayBoth) await stop(obstacle ?? "staff_changed");
    else if (restore.kind === "address") await changeInTime(deps, tx, { ...people, restore, account }, now);
    else await restoreAccess(deps, tx, { ...people, restore, account }, now);
  });
}

/**
 * Locks the account and its two staff members in the order of their ids. Locks the licenses of its seats first, as everywhere.
 */
async function lockAll(tx: Tx, restore: Restore) {
  const { account_id: accountId, asked_by: askerId, agreed_by: agreerId } = restore;
  const locked = new Map<string | null, Account | null>();
  for (const id of [accountId, askerId, ...(agreerId === null ? [] : [agreerId])].toSorted()) {
    locked.set(id, await (id === accountId ? lockForEmail(tx, id) : lockAccount(tx, id)));
  }
  const [account = null, asker = null, agreer = null] = [accountId, askerId, agreerId].map((id) => locked.get(id));
  return { account, asker, agreer };
}

interface Agreed {
  readonly restore: Restore;
  readonly account: Account;
  readonly asker: Account | null;
  readonly agreer: Account | null;
}

/** Carries out a change of the address after its waiting time. */
async function changeInTime(deps: Deps, tx: Tx, { restore, account, asker }: Agreed, now: Date): Promise<void> {
  const ended = await carryOutChange(deps, tx, now, account, restore);
  await insertAct(tx, {
    at: now,
    staff: asker?.username ?? "",
    act: "account.email",
    target: `account:${account.username}`,
    reason: restore.reason,
    before: { email: account.email },
    after: { email: restore.address, sessions_ended: ended },
  });
}

/** Changes the address, removes every earlier way to sign in, and sends the new address the link that sets a password. */
async function restoreAccess(
  deps: Deps,
  tx: Tx,
  { restore, account, asker, agreer }: Agreed,
  now: Date,
): Promise<void> {
  const { address } = restore;
  await setEmail(tx, now, account.id, address);
  const hadFactor = await removeWaysIn(tx, account);
  const sessions = await endEverything(tx, account, now);
  const reset = { purpose: "password_reset", accountId: account.id, address } as const;
  await queueSecret(tx, deps.addJob, await requestSecret(tx, now, reset));
  await end(deps, tx, now, restore.id, { state: "done" }, { from: account.email });
  await insertAct(tx, {
    at: now,
    staff: asker?.username ?? "",
    act: "account.restored",
    target: `account:${account.username}`,
    reason: restore.reason,
    before: { email: account.email, second_factor: hadFactor },
    after: { email: address, second_factor: false, sessions_ended: sessions, agreed: { by: agreer?.username ?? "" } },
  });
}

/**
 * Removes every way to sign in to the account: password, second factor, recovery codes, passkeys and known browsers. Earlier
 * proofs become invalid. Every future way to sign in must be removed here too.
 *
 * @returns whether it had a second factor.
 */
async function removeWaysIn(tx: Tx, { id, username }: Account): Promise<boolean> {
  await clearPassword(tx, id);
  // Also deletes its recovery codes.
  const hadFactor = await removeFactor(tx, id);
  await deletePasskeysOf(tx, id);
  await forgetBrowsersOf(tx, id);
  await forgetPasswordTries(tx, username);
  return hadFactor;
}

/** Announces a restore that a sign-in, a closing or a database restore ended without sending mails. */
async function tellLate(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findRestore(tx, id);
    if (!found || !(await lockAccount(tx, found.account_id))) return;
    await tellEnd(deps, tx, found, found.stopped_by === "sign_in" ? { actor: found.account_id } : {});
  });
}
