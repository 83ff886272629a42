import type { Assertion, Registration } from "@foyer/contract/passkeys";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { recordSecurityEvent, type Origin } from "../security-events/security-events.ts";
import { type ChallengeHolder, takeChallenge } from "./challenge-store.ts";

/** The challenge in the browser's answer; null when there is none. The signature over it is checked later. */
function challengeIn({ response }: Assertion | Registration): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    const challenge = typeof data === "object" && data !== null && "challenge" in data ? data.challenge : null;
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** Why a passkey was refused, for the security event. */
export type RefusedFor =
  | "challenge"
  | "unknown"
  | "origin"
  | "relying_party"
  | "user_verification"
  | "sign_count"
  | "owner"
  | "signature"
  | "malformed";

/** Records that a passkey was refused. The caller then refuses. */
export async function recordRefused(
  { db, clock }: Pick<Deps, "db" | "clock">,
  origin: Origin,
  purpose: ChallengeHolder["purpose"],
  accountId: string | null,
  reason: RefusedFor,
): Promise<void> {
  await recordSecurityEvent(db, clock.now(), origin, {
    kind: "passkey.refused",
    accountId,
    actor: null,
    details: { purpose, reason },
  });
}

/**
 * Uses the answered challenge, even if the answer turns out to be wrong.
 *
 * @param accountId of the signed-in person; null at sign-in.
 * @returns the challenge; refuses `passkey.challenge_dead` for one that is unknown, used, expired or of another holder.
 */
export async function takeAnswered(
  deps: Deps,
  credential: Assertion | Registration,
  holder: ChallengeHolder,
  origin: Origin,
  accountId: string | null,
): Promise<string> {
  const challenge = challengeIn(credential);
  if (challenge !== null && (await takeChallenge(deps.db, deps.clock.now(), holder, challenge))) return challenge;
  await recordRefused(deps, origin, holder.purpose, accountId, "challenge");
  return refuse("passkey.challenge_dead");
}

const reasons: readonly (readonly [mark: RegExp, reason: RefusedFor])[] = [
  [/user verification|user not present/i, "user_verification"],
  [/counter value/i, "sign_count"],
  [/RP ID/i, "relying_party"],
  [/origin/i, "origin"],
];

/** Maps a failure of the library to a reason. The library's message is not passed on. */
export function reasonOf(failure: unknown): RefusedFor {
  const text = failure instanceof Error ? failure.message : "";
  return reasons.find(([mark]) => mark.test(text))?.[1] ?? "malformed";
}
