import { accessRestoreComingMail, accessRestoreWarningMail } from "@foyer/mail/access-restore";
import type { Message } from "@foyer/mail/message";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { MailedSecret } from "../stores/mailed-secret-store.ts";
import { findRestore, noteMailed } from "../stores/restore-store.ts";

/** The mail about a restore for a known address or for the new one; null when the restore no longer waits. */
export async function restoreMessage(
  { brand, clock, db }: Deps,
  request: MailedSecret,
  username: string,
  stopLink: string,
): Promise<Message | null> {
  const restore = request.restore_id === null ? null : await findRestore(db, request.restore_id);
  if (restore?.state !== "waiting" || restore.due_at === null) return null;
  const wait = after(clock.now(), lifetimes.restoreWait);
  const restores = restore.due_at < wait ? wait : restore.due_at;
  const { kind } = restore;
  // The mail to the new address must not reveal any other address.
  return request.former_address === null
    ? accessRestoreComingMail(brand, { kind, username, restores, stopLink })
    : accessRestoreWarningMail(brand, { kind, username, newEmail: restore.address, restores, stopLink });
}

/** Records that a mail of a restore was sent or permanently rejected. Does nothing for other mails. */
export async function noteRestoreMail({ db, clock }: Deps, { id, restore_id: restoreId }: MailedSecret): Promise<void> {
  if (restoreId !== null) await inTransaction(db, (tx) => noteMailed(tx, id, restoreId, clock.now()));
}
