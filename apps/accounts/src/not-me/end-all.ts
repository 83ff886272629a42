import { addressKey } from "@foyer/domain/addresses";
import { forgetBrowsersOf } from "../stores/browser-store.ts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import { type Account, clearPassword } from "../stores/account-store.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { insertReport, liveUndos } from "../stores/not-me-store.ts";
import { queueFormerAddressTold, queueReportMail } from "./send-not-me.ts";

/** The event that the owner reports. */
export interface Disowned {
  readonly kind: SecurityEventKind;
  readonly at: Date;
  readonly byLink: boolean;
}

/**
 * Ends all access that a stranger may have to an account: sessions, password, passkeys, known browsers and every mailed link
 * except those that undo a change. The caller holds its lock. Queues a link to set a new password to the account's address, and a
 * task and a mail for the staff.
 *
 * The second factor stays: a thief with only the mailbox must not be able to remove it this way.
 *
 * @param before the account before its address was restored, if it was.
 */
export async function endAll(
  { addJob }: Pick<Deps, "addJob">,
  tx: Tx,
  now: Date,
  account: Account,
  disowned: Disowned,
  origin: Origin,
  before: Account = account,
): Promise<void> {
  const ended = await endEverything(tx, account, now, false, ["email_undo", "contact_undo"]);
  await clearPassword(tx, account.id);
  await deletePasskeysOf(tx, account.id);
  await forgetBrowsersOf(tx, account.id);
  const report = await insertReport(tx, {
    account_id: account.id,
    at: now,
    event: disowned.kind,
    event_at: disowned.at,
    by_link: disowned.byLink,
  });
  await recordSecurityEvent(tx, now, origin, {
    kind: "account.not_me",
    accountId: account.id,
    actor: account.id,
    details: { ended, about: disowned.kind, by_link: disowned.byLink },
  });
  const reset = { purpose: "password_reset", accountId: account.id, address: account.email } as const;
  await queueSecret(tx, addJob, await requestSecret(tx, now, reset), "not_me");
  await queueReportMail(tx, addJob, { id: report });
  const others = [before.email, ...(await liveUndos(tx, now, account.id)).map(({ address }) => address)];
  const told = new Map(others.map((address) => [addressKey(address), address]));
  told.delete(account.email_key);
  for (const address of told.values()) {
    await queueFormerAddressTold(tx, addJob, { accountId: account.id, address, at: now.toISOString() });
  }
}
