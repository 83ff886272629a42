import { addressKey } from "@foyer/domain/addresses";
import type { Transaction } from "kysely";
import { forgetBrowsersOf } from "../browsers/browser-store.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { deletePasskeysOf } from "../passkeys/passkey-store.ts";
import { type Account, clearPassword } from "../people/account-store.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { endEverything } from "../staff/end-everything.ts";
import { insertReport, liveUndos } from "./not-me-store.ts";
import { queueFormerAddressTold, queueReportMail } from "./send-not-me.ts";

/** What an owner says was not her. */
export interface Disowned {
  readonly kind: SecurityEventKind;
  readonly at: Date;
  readonly byLink: boolean;
}

/**
 * Ends whatever may be a stranger's in an account whose lock is held: sessions, the password, passkeys, the browsers that it
 * knows, and every mailed link but those that take a change back. A link to set a new password goes to the account's address, and staff get a task and a mail.
 *
 * The second factor stays: whoever has only the mailbox must not get rid of it by this.
 *
 * @param before the account as it was, where its address was given back first.
 */
export async function endAll(
  { addJob }: Pick<Deps, "addJob">,
  tx: Transaction<AccountsTables>,
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
  await queueReportMail(tx, addJob, report);
  const others = [before.email, ...(await liveUndos(tx, now, account.id)).map(({ address }) => address)];
  const told = new Map(others.map((address) => [addressKey(address), address]));
  told.delete(account.email_key);
  for (const address of told.values()) {
    await queueFormerAddressTold(tx, addJob, { accountId: account.id, address, at: now.toISOString() });
  }
}
