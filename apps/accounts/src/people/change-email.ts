import type { UserInfo } from "@foyer/contract/sign-in";
import { addressKey, isAddress } from "@foyer/domain/addresses";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { takeMail } from "../mail/mail-limits.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { requireProof } from "../passwords/prove-password.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { findOpenAccountAt } from "./account-store.ts";
import { readUserInfo } from "./read-user.ts";

/** Asks for another address: it is told to confirm itself, and the old one, still in force, how to take the change back. */
export async function askForEmail(
  deps: Deps,
  person: Person,
  typed: { readonly new_email_address: string; readonly password?: string | undefined },
  origin: Origin,
): Promise<UserInfo> {
  const { db, clock, addJob } = deps;
  const address = typed.new_email_address.trim();
  const field = "new_email_address";
  if (!isAddress(address)) refuse("email.invalid", { field });
  if (addressKey(address) === addressKey(person.email)) refuse("email.same", { field });
  await requireProof(deps, person, typed.password, origin);
  if (await findOpenAccountAt(db, addressKey(address))) refuse("email.in_use", { field });
  await takeMail(deps, address, origin.ip);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const change = { accountId: person.id, address, otherAddress: person.email };
    const undo = { accountId: person.id, address: person.email, otherAddress: address };
    await queueSecret(tx, addJob, await requestSecret(tx, now, { purpose: "email_change", ...change }));
    await queueSecret(tx, addJob, await requestSecret(tx, now, { purpose: "email_undo", ...undo }));
    await recordSecurityEvent(tx, now, origin, {
      kind: "email.change_asked",
      accountId: person.id,
      actor: person.id,
      details: { to: address },
    });
  });
  return readUserInfo(deps, person);
}
