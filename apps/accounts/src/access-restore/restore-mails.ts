import { accessRestoreComingMail, accessRestoreWarningMail } from "@foyer/mail/access-restore";
import type { Message } from "@foyer/mail/message";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { MailedSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { findRestore, noteMailed } from "./restore-store.ts";

/** What a known address, or the new one, is told of a restore; null where it does not wait any more. */
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
  // The mail to the new address names no other one.
  return request.former_address === null
    ? accessRestoreComingMail(brand, { username, restores, stopLink })
    : accessRestoreWarningMail(brand, { username, newEmail: restore.address, restores, stopLink });
}

/** Notes that the mail of a restore has left, or was refused for good; of other mails nothing is noted. */
export async function noteRestoreMail({ db, clock }: Deps, { id, restore_id: restoreId }: MailedSecret): Promise<void> {
  if (restoreId !== null) await inTransaction(db, (tx) => noteMailed(tx, id, restoreId, clock.now()));
}
