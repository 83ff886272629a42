import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { type Account, lockAccount } from "../stores/account-store.ts";
import { lockForEmail, setEmail } from "../people/set-email.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { carryOutChange } from "./change-address.ts";
import { mayRestore, obstacleTo } from "./may-restore.ts";
import { removeWaysIn } from "./remove-ways-in.ts";
import {
  endRestore,
  findRestore,
  mailsToSend,
  type Restore,
  restoresDue,
  restoresUntold,
} from "../stores/restore-store.ts";
import { tellEnd } from "./tell-end.ts";

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
    const { account, asker, agreer } = await lockAll(tx, found);
    // Read again under the lock: another caller may have stopped the restore, or another instance may have carried it out.
    const restore = await findRestore(tx, id);
    if (!account || !restore || restore.ended_at !== null) return;
    const now = deps.clock.now();
    if (restore.state === "asked") {
      if (after(restore.asked_at, lifetimes.restoreAsked) <= now) await stop(deps, tx, restore, now, "lapsed");
      return;
    }
    // A change of the address waits from the request on, a restore from the agreement.
    const waitsSince = restore.kind === "address" ? restore.asked_at : restore.agreed_at;
    if (restore.due_at === null || restore.due_at > now || waitsSince === null) return;
    if ((await mailsToSend(tx, id)) > 0) {
      if (after(waitsSince, lifetimes.restoreMails) <= now) await stop(deps, tx, restore, now, "mail_failed");
      return;
    }
    const mayBoth = mayRestore(asker, account) && (restore.kind === "address" || mayRestore(agreer, account));
    const obstacle = await obstacleTo(tx, account, addressKey(restore.address), now);
    if (obstacle !== null || !mayBoth) await stop(deps, tx, restore, now, obstacle ?? "staff_changed");
    else if (restore.kind === "address") await changeInTime(deps, tx, { restore, account, asker, agreer }, now);
    else await restoreAccess(deps, tx, { restore, account, asker, agreer }, now);
  });
}

/**
 * Locks the account and its two staff members in the order of their ids. Locks the licenses of its seats first, as everywhere.
 */
async function lockAll(tx: Tx, restore: Restore) {
  const staffIds = [restore.asked_by, ...(restore.agreed_by === null ? [] : [restore.agreed_by])];
  const locked = new Map<string, Account | null>();
  for (const id of [restore.account_id, ...staffIds].toSorted()) {
    locked.set(id, await (id === restore.account_id ? lockForEmail(tx, id) : lockAccount(tx, id)));
  }
  const lockedOf = (id: string | null): Account | null => (id === null ? null : (locked.get(id) ?? null));
  return {
    account: lockedOf(restore.account_id),
    asker: lockedOf(restore.asked_by),
    agreer: lockedOf(restore.agreed_by),
  };
}

async function stop(
  deps: Deps,
  tx: Tx,
  restore: Restore,
  now: Date,
  by: "lapsed" | "mail_failed" | "closed" | "held" | "address_taken" | "staff_changed",
): Promise<void> {
  await tellEnd(deps, tx, await endRestore(tx, restore.id, now, { state: "stopped", by }));
}

interface Agreed {
  readonly restore: Restore;
  readonly account: Account;
  readonly asker: Account | null;
  readonly agreer: Account | null;
}

/** Carries out a change of the address that nobody has stopped. */
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
  const { secondFactor } = await removeWaysIn(tx, account);
  const sessions = await endEverything(tx, account, now);
  const reset = { purpose: "password_reset", accountId: account.id, address } as const;
  await queueSecret(tx, deps.addJob, await requestSecret(tx, now, reset));
  await tellEnd(deps, tx, await endRestore(tx, restore.id, now, { state: "done" }), {}, account.email);
  await insertAct(tx, {
    at: now,
    staff: asker?.username ?? "",
    act: "account.restored",
    target: `account:${account.username}`,
    reason: restore.reason,
    before: { email: account.email, second_factor: secondFactor },
    after: { email: address, second_factor: false, sessions_ended: sessions, agreed: { by: agreer?.username ?? "" } },
  });
}

/** Announces a restore that a sign-in, a closing or a database restore ended without sending mails. */
async function tellLate(deps: Deps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const found = await findRestore(tx, id);
    if (!found || !(await lockAccount(tx, found.account_id))) return;
    await tellEnd(deps, tx, found, found.stopped_by === "sign_in" ? { actor: found.account_id } : {});
  });
}
