import { addressKey } from "@foyer/domain/addresses";
import { isInvitationReference } from "@foyer/domain/invitations";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { takeMail } from "../mail/mail-limits.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { limitLooks } from "../seats/limit-looks.ts";
import { provesAddress } from "../secrets/invited-address.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { findOpenAccountAt } from "../stores/account-store.ts";
import { consumeKey, requestSecret } from "../stores/mailed-secret-store.ts";
import { findInvitation } from "../stores/seat-store.ts";
import { insertSignUp } from "../stores/sign-up-store.ts";

/** Limit of sign-ups by the link of one invitation, which can be opened again and forwarded. */
const starts = { limit: 10, windowSeconds: 3_600 } as const;

/** Stores a sign-up of a proved address, and returns the token that completes it. */
async function beginSignUp(db: Db, now: Date, email: string): Promise<string> {
  const token = newToken("su");
  await insertSignUp(db, {
    id: newId("sup"),
    email,
    email_key: addressKey(email),
    token_hash: hashOf(token),
    expires_at: after(now, lifetimes.signUp),
    used_at: null,
  });
  return token;
}

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

/** Exchanges the mailed key for the token that completes this sign-up. */
export async function confirmSignUpKey({ db, clock }: Deps, address: string, key: string): Promise<string> {
  const now = clock.now();
  const outcome = await inTransaction(db, async (tx) => {
    const consumed = await consumeKey(tx, now, address, key);
    return typeof consumed === "string"
      ? { refused: consumed }
      : { token: await beginSignUp(tx, now, consumed.address) };
  });
  if (outcome.token !== undefined) return outcome.token;
  // A wrong key counts, so it is refused only after the commit.
  return refuse(outcome.refused === "wrong" ? "signup.wrong_key" : "signup.key_expired", { field: "confirm_key" });
}

/**
 * Starts a sign-up of an invited address without a confirm key: the proof in the mailed link shows that the caller reads its mail
 * (LOOK-19). Refuses an address that has an account, now and when the sign-up completes.
 */
export function startInvitedSignUp(
  deps: Deps,
  reference: string,
  proof: string,
  origin: Origin,
): Promise<{ readonly email: string; readonly token: string }> {
  const { db, clock, keyring, limiter } = deps;
  return limitLooks(deps, origin.ip, async () => {
    const invitation = isInvitationReference(reference) ? await findInvitation(db, reference) : null;
    if (!invitation || !provesAddress(keyring, invitation, proof)) refuse("invitation.dead");
    const now = clock.now();
    if (invitation.invitation_expires_at <= now) refuse("invitation.dead");
    await limiter.take(`invited-sign-up:${invitation.id}`, starts);
    const { email } = invitation;
    if (await findOpenAccountAt(db, addressKey(email))) refuse("email.in_use", { field: "email_address" });
    const token = await inTransaction(db, async (tx) => {
      await recordSecurityEvent(tx, now, origin, { kind: "sign_up.started", accountId: null, actor: null });
      return beginSignUp(tx, now, email);
    });
    return { email, token };
  });
}
