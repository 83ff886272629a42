import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { takeMail } from "../mail/mail-limits.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { type Account, findOpenAccountAt, lockAccount, OPEN } from "../stores/account-store.ts";
import { hashOf, newId } from "../secrets/secret-values.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";

/** An id that no account has. */
const NOBODY = "nobody";

/**
 * Mails a one-time link that sets a new password, to the account's own address as the database has it.
 *
 * With uniform answers, an unknown address causes the same work: a request for an invalid address derived from it, and a job
 * that sends nothing. That request replaces the earlier one, as an account's does.
 */
export async function requestPasswordReset(deps: Deps, address: string, origin: Origin): Promise<void> {
  const { db, clock, config, mailer, addJob } = deps;
  await takeMail(deps, address, origin.ip);
  if (!(await mailer.probe())) refuse("mail.unavailable");
  const key = addressKey(address);
  const found = await findOpenAccountAt(db, key);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockIfStill(tx, found?.id ?? NOBODY, key);
    if (!account && !config.uniformAnswers) refuse("email.unknown", { field: "email_address" });
    const id = await requestSecret(
      tx,
      now,
      account
        ? { purpose: "password_reset", accountId: account.id, address: account.email }
        : { purpose: "sign_up", accountId: null, address: `${hashOf(key).toString("hex")}@invalid` },
    );
    await queueSecret(tx, addJob, account ? id : newId("sec"));
    await recordSecurityEvent(tx, now, origin, {
      kind: "password.reset_asked",
      accountId: account?.id ?? null,
      actor: null,
    });
  });
}

/** The locked account if it is still open and has that address, so that no link goes to a former address. */
async function lockIfStill(tx: Tx, id: string, key: string): Promise<Account | null> {
  const account = await lockAccount(tx, id);
  return account?.state === OPEN && account.email_key === key ? account : null;
}
