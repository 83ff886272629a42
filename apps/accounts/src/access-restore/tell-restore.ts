import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import { addressKey } from "@foyer/domain/addresses";
import {
  accessRestoredMail,
  accessRestoreStoppedMail,
  accessRestoreStoppedStaffMail,
  type RestoreStopped,
} from "@foyer/mail/access-restore";
import type { Message } from "@foyer/mail/message";
import { z } from "zod";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { defineMail } from "../mail/define-mail.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { type Account, findAccount } from "../stores/account-store.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import {
  addressesMailed,
  type End,
  endRestore,
  findRestore,
  formerAddresses,
  killStopLinks,
  noteTold,
  type Restore,
} from "../stores/restore-store.ts";

/**
 * Queues the mails with the stop links: to every address that the account had within the last 365 days, the present one first, and
 * to the new address. Requested addresses that were never confirmed get none, because a thief in the account could request any.
 *
 * @returns their addresses; the new address is the last.
 */
export async function tellAddresses(
  deps: Deps,
  tx: Tx,
  account: Account,
  restore: Restore,
  now: Date,
): Promise<string[]> {
  const former = await formerAddresses(tx, account, after(now, -lifetimes.knownAddress));
  const seen = new Set([addressKey(restore.address)]);
  const known = [account.email, ...former].filter((address) => {
    const isSeen = seen.has(addressKey(address));
    seen.add(addressKey(address));
    return !isSeen;
  });
  const told = [...known, restore.address];
  for (const [place, address] of told.entries()) {
    const secret = {
      purpose: "restore_stop",
      accountId: account.id,
      address,
      restore: { id: restore.id, place },
      ...(place < known.length ? { otherAddress: restore.address } : {}),
    } as const;
    await queueSecret(tx, deps.addJob, await requestSecret(tx, now, secret));
  }
  return told;
}

const { queue, job } = defineMail({
  name: "send-restore-notice",
  /** The recipient is an address that got a mail about the restore, or one of its staff members. */
  payload: z.object({ restoreId: z.string(), to: z.string().optional(), staffId: z.string().optional() }),
  write: async (deps, { restoreId, to, staffId }) => {
    const restore = await findRestore(deps.db, restoreId);
    const account = restore && (await findAccount(deps.db, restore.account_id));
    if (!restore || !account) return null;
    const { username } = account;
    if (to !== undefined) return { to, message: messageTo(deps, restore, username) };
    const staff = staffId === undefined ? null : await findAccount(deps.db, staffId);
    return staff?.is_staff ? { to: staff.email, message: messageToStaff(deps, restore, username) } : null;
  },
});
export const sendRestoreNoticeJob = job;

/** Facts about the end of a restore, as far as they are known. */
interface EndFacts {
  /** Account id of the person who ended it. */
  readonly actor?: string;
  readonly origin?: Origin;
  /** Address of the mail with the used link. */
  readonly address?: string;
  /** The previous address, when the restore was carried out. */
  readonly from?: string;
}

/** Ends an open restore, and records and mails its end. The caller holds the account's lock. */
export async function end(deps: Deps, tx: Tx, now: Date, id: string, how: End, facts: EndFacts = {}): Promise<void> {
  await tellEnd(deps, tx, await endRestore(tx, id, now, how), facts);
}

/** Records how a restore ended, invalidates its links and queues the mails about it, once. The caller holds the account's lock. */
export async function tellEnd(deps: Deps, tx: Tx, restore: Restore, facts: EndFacts = {}): Promise<void> {
  const { id, account_id: accountId, ended_at: endedAt } = restore;
  const { actor = null, origin = null, address, from } = facts;
  if (!(await noteTold(tx, id, deps.clock.now())) || endedAt === null) return;
  await killStopLinks(tx, id, endedAt);
  const how = restore.state === "done" ? { from, to: restore.address } : { by: restore.stopped_by, link: address };
  await recordSecurityEvent(tx, endedAt, origin, {
    kind: `access_restore.${restore.state}`,
    accountId,
    actor,
    details: how,
  });
  for (const to of await addressesMailed(tx, id)) {
    if (restore.state === "done" && hasOtherMail(restore, to, from)) continue;
    await queue(tx, deps.addJob, { restoreId: id, to });
  }
  if (restore.state === "done") return;
  for (const staffId of [restore.asked_by, restore.agreed_by]) {
    if (staffId !== null) await queue(tx, deps.addJob, { restoreId: id, staffId });
  }
}

/**
 * True for an address that gets another mail about the change. The new address gets the link that sets a password. After a change of
 * the address alone, both addresses get a notice.
 */
function hasOtherMail({ kind, address }: Restore, to: string, from: string | undefined): boolean {
  const isFormer = from !== undefined && addressKey(to) === addressKey(from);
  return addressKey(to) === addressKey(address) || (kind === "address" && isFormer);
}

const stoppedFor: Readonly<Partial<Record<RestoreStop, RestoreStopped>>> = {
  link: "person",
  owner: "person",
  sign_in: "sign_in",
  staff: "staff",
};

function messageTo({ brand, config, clock }: Deps, restore: Restore, username: string): Message {
  const { kind, state, address, stopped_by: stop } = restore;
  const at = restore.ended_at ?? clock.now();
  if (state === "done") return accessRestoredMail(brand, { username, newEmail: address, at });
  const by = (stop && stoppedFor[stop]) ?? "other";
  return accessRestoreStoppedMail(brand, {
    kind,
    username,
    by,
    at,
    resetLink: `${config.publicOrigin}/password-reset`,
  });
}

const toStaff: Readonly<Record<RestoreStop, string>> = {
  link: "by the link of one of its mails",
  owner: "by its owner, in a session",
  sign_in: "as somebody signed in to the account",
  staff: "by staff",
  closed: "as the account was closed",
  held: "as the account is on legal hold",
  lapsed: "as nobody agreed within 7 days",
  address_taken: "as the new address has another account by now",
  staff_changed: "as one of its staff members may not do it any more",
  mail_failed: "as not all of its mails could be sent",
  backup: "as the database was restored from a backup",
};

function messageToStaff({ brand, config, clock }: Deps, restore: Restore, username: string): Message {
  return accessRestoreStoppedStaffMail(brand, {
    kind: restore.kind,
    username,
    how: toStaff[restore.stopped_by ?? "staff"],
    at: restore.ended_at ?? clock.now(),
    link: `${config.publicOrigin}/admin/accounts/${encodeURIComponent(username)}`,
  });
}
