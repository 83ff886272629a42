import type { UserInfo } from "@foyer/contract/sign-in";
import { addressKey } from "@foyer/domain/addresses";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Deps } from "../deps.ts";
import { takeMail } from "../mail/mail-limits.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { lockProved, requireProof } from "../passwords/prove-password.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { findOpenAccountAt } from "../stores/account-store.ts";
import { readUser } from "./read-user.ts";

/** Limit of changes for one person, including changes to addresses that have an account, because the refusal reveals that. */
const changes = { limit: 10, windowSeconds: 3_600 } as const;

/**
 * Requests a change of the address. Mails the new address a link to confirm it, and the old address, which stays valid until
 * then, a link to undo it.
 *
 * With uniform answers, an address that already has an account is only revealed to its owner, by mail.
 */
export async function changeEmail(
  deps: Deps,
  person: Person,
  typed: { readonly new_email_address: string; readonly password?: string | undefined },
  origin: Origin,
): Promise<UserInfo> {
  const { db, clock, config, limiter, addJob } = deps;
  const field = "new_email_address";
  const address = typedAddress(typed.new_email_address, field);
  if (addressKey(address) === addressKey(person.email)) refuse("email.same", { field });
  const proof = await requireProof(deps, person, typed.password, origin);
  await limiter.take(`change-email:${person.id}`, changes);
  await takeMail(deps, address, origin.ip);
  const owner = await findOpenAccountAt(db, addressKey(address));
  if (owner && !config.uniformAnswers) refuse("email.in_use", { field });
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const { email } = await lockProved(tx, now, proof);
    const change = { accountId: person.id, address, otherAddress: email, sessionId: person.sessionId };
    const undo = { accountId: person.id, address: email, otherAddress: address };
    await queueSecret(tx, addJob, await requestSecret(tx, now, { purpose: "email_change", ...change }));
    await queueSecret(tx, addJob, await requestSecret(tx, now, { purpose: "email_undo", ...undo }));
    await recordOwnEvent(tx, now, origin, person.id, "email.change_asked", { details: { to: address } });
  });
  return readUser(deps, person);
}
