import type { Assertion } from "@foyer/contract/passkeys";
import { refuse } from "@foyer/service-kit/errors";
import { limitMisses } from "@foyer/service-kit/miss-limit";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { Origin } from "../security-events/security-events.ts";
import type { ChallengeHolder } from "./challenge-store.ts";
import { reasonOf, recordRefused, type RefusedFor, takeAnswered } from "./client-data.ts";
import { findPasskeyByCredential, noteUse, type PasskeyRow, type Use } from "../stores/passkey-store.ts";
import { requireRelyingParty } from "./relying-party.ts";

/** A use of a passkey with a valid signature. It takes effect only after `spendUse` has stored it. */
export interface CheckedUse extends Use {
  readonly passkey: PasskeyRow;
}

/** Limit of failures from one network; failed passwords count too. */
const network = { limit: 30, windowSeconds: 600 } as const;
const misses = ["passkey.unknown", "passkey.refused", "passkey.challenge_dead"] as const;

/** Runs `work`, which checks the browser's answer about a passkey. Failures count against the network. */
export function limitMisuses<T>({ limiter }: Pick<Deps, "limiter">, ip: string, work: () => Promise<T>): Promise<T> {
  return limitMisses(limiter, [{ key: `sign-in:${clientNetwork(ip)}`, limit: network }], misses, work);
}

/**
 * Returns the passkey that answered a challenge, after checking challenge, origin, relying party, user verification, sign count
 * and signature. Uses the challenge. Records a failed check.
 *
 * @param accountId the account that the passkey must belong to; null accepts the passkey of any account.
 */
export async function checkAssertion(
  deps: Deps,
  assertion: Assertion,
  holder: ChallengeHolder,
  origin: Origin,
  accountId: string | null,
): Promise<CheckedUse> {
  const party = requireRelyingParty(deps);
  const challenge = await takeAnswered(deps, assertion, holder, origin, accountId);
  const passkey = await findPasskeyByCredential(deps.db, Buffer.from(assertion.id, "base64url"));
  if (!passkey || (accountId !== null && passkey.account_id !== accountId)) {
    await recordRefused(deps, origin, holder.purpose, accountId, "unknown");
    return refuse("passkey.unknown");
  }
  const checked = await verify(assertion, passkey, challenge, party);
  if (typeof checked !== "string") return { passkey, ...checked };
  await recordRefused(deps, origin, holder.purpose, passkey.account_id, checked);
  return refuse("passkey.refused");
}

async function verify(
  { id, rawId, type, response }: Assertion,
  passkey: PasskeyRow,
  expectedChallenge: string,
  party: { readonly id: string; readonly origin: string },
): Promise<Use | RefusedFor> {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== passkey.account_id) return "owner";
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.sign_count },
    });
    if (!verified) return "signature";
    return { signCount: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Stores a checked use in the transaction of its effect. The caller holds the account's lock. @returns false when the passkey was
 * removed or used elsewhere since the check; then the caller must not open anything.
 */
export function spendUse(tx: Tx, now: Date, { passkey, ...use }: CheckedUse): Promise<boolean> {
  return noteUse(tx, passkey.id, now, use);
}

/**
 * Refuses a use that `spendUse` could not store, with the reason: the passkey was removed, or a concurrent use had the same
 * count.
 */
export async function refuseUnspent(
  deps: Deps,
  { passkey }: CheckedUse,
  purpose: ChallengeHolder["purpose"],
  origin: Origin,
): Promise<never> {
  const isThere = (await findPasskeyByCredential(deps.db, passkey.credential_id)) !== null;
  await recordRefused(deps, origin, purpose, passkey.account_id, isThere ? "sign_count" : "unknown");
  return refuse(isThere ? "passkey.refused" : "passkey.unknown");
}
