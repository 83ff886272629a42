import { addressKey } from "@foyer/domain/addresses";
import { isInvitationReference } from "@foyer/domain/invitations";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { limitLooks } from "../seats/limit-looks.ts";
import { provesAddress } from "../secrets/invited-address.ts";
import { findInvitation } from "../stores/seat-store.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { findOpenAccountAt } from "../stores/account-store.ts";
import { insertSignUp } from "../stores/sign-up-store.ts";

/** A link can be forwarded, and opened again; nobody needs more tokens of one invitation. */
const starts = { limit: 10, windowSeconds: 3_600 } as const;

export interface InvitedSignUp {
  readonly email: string;
  readonly token: string;
}

/**
 * Starts a sign-up of the invited address, which the proof of the mailed link stands for (LOOK-19). It opens no existing
 * account: an address that has one is refused, also when the sign-up completes.
 */
export function startInvitedSignUp(
  deps: Deps,
  reference: string,
  proof: string,
  origin: Origin,
): Promise<InvitedSignUp> {
  return limitLooks(deps, origin.ip, () => start(deps, reference, proof, origin));
}

async function start(deps: Deps, reference: string, proof: string, origin: Origin): Promise<InvitedSignUp> {
  const { db, clock, keyring, limiter } = deps;
  const invitation = isInvitationReference(reference) ? await findInvitation(db, reference) : null;
  if (!invitation || !provesAddress(keyring, invitation, proof)) refuse("invitation.dead");
  const now = clock.now();
  if (invitation.invitation_expires_at <= now) refuse("invitation.dead");
  await limiter.take(`invited-sign-up:${invitation.id}`, starts);
  const { email } = invitation;
  if (await findOpenAccountAt(db, addressKey(email))) refuse("email.in_use", { field: "email_address" });
  const token = newToken("su");
  await inTransaction(db, async (tx) => {
    await insertSignUp(tx, {
      id: newId("sup"),
      email,
      email_key: addressKey(email),
      token_hash: hashOf(token),
      expires_at: after(now, lifetimes.signUp),
      used_at: null,
    });
    await recordSecurityEvent(tx, now, origin, { kind: "sign_up.started", accountId: null, actor: null });
  });
  return { email, token };
}
