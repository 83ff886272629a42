import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { takeMail } from "../mail/mail-limits.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { findOpenAccountAt } from "../people/account-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";

/** Mails a link that sets a new password once, to the account's own address as the database has it. */
export async function mailResetLink(deps: Deps, address: string, origin: Origin): Promise<void> {
  const { db, clock, config, mailer, addJob } = deps;
  await takeMail(deps, address, origin.ip);
  if (!(await mailer.probe())) refuse("mail.unavailable");
  const account = await findOpenAccountAt(db, addressKey(address.trim()));
  if (!account && !config.uniformAnswers) refuse("email.unknown", { field: "email_address" });
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    if (account) {
      const request = { purpose: "password_reset", accountId: account.id, address: account.email } as const;
      await queueSecret(tx, addJob, await requestSecret(tx, now, request));
    }
    await recordSecurityEvent(tx, now, origin, {
      kind: "password.reset_asked",
      accountId: account?.id ?? null,
      actor: null,
    });
  });
}
