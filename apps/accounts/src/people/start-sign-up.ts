import { addressKey } from "@foyer/domain/addresses";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Deps } from "../deps.ts";
import { takeMail } from "../mail/mail-limits.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { findOpenAccountAt } from "../stores/account-store.ts";

/**
 * Mails a confirm key to the address of a sign-up. With uniform answers, the owner of an existing account at that address gets a
 * notice instead.
 *
 * Checks first, equally for every address, whether the mail server can be reached; a job sends the mail.
 */
export async function startSignUp(deps: Deps, typed: string, origin: Origin): Promise<void> {
  const address = typedAddress(typed, "email_address");
  const { db, clock, config, mailer, addJob } = deps;
  await takeMail(deps, address, origin.ip);
  if (!(await mailer.probe())) refuse("mail.unavailable");
  const now = clock.now();
  const owner = await findOpenAccountAt(db, addressKey(address));
  if (owner && !config.uniformAnswers) refuse("email.in_use", { field: "email_address" });
  await inTransaction(db, async (tx) => {
    await queueSecret(tx, addJob, await requestSecret(tx, now, { purpose: "sign_up", accountId: null, address }));
    await recordSecurityEvent(tx, now, origin, { kind: "sign_up.started", accountId: owner?.id ?? null, actor: null });
  });
}
