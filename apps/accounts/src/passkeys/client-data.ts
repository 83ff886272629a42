import type { Assertion, Registration } from "@foyer/contract/passkeys";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { recordSecurityEvent, type Origin } from "../security-events/security-events.ts";
import { type ChallengeHolder, takeChallenge } from "./challenges.ts";

/** The challenge that a browser says was signed; null where it says none. What it says is checked by its signature later. */
function challengeIn({ response }: Assertion | Registration): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString());
    const challenge = typeof data === "object" && data !== null && "challenge" in data ? data.challenge : null;
    return typeof challenge === "string" ? challenge : null;
  } catch {
    return null;
  }
}

/** Why a passkey was refused, for the record. */
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

/** Records that a passkey was refused; the caller then refuses. */
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
 * Uses up the challenge that was answered, whatever comes of the answer.
 *
 * @param accountId of the person who is signed in; null at signing in.
 * @returns the challenge; refuses `passkey.challenge_dead` for one that is unknown, used, expired or somebody else's.
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

/** What the library's failure means; its own words stay here. */
export function reasonOf(failure: unknown): RefusedFor {
  const text = failure instanceof Error ? failure.message : "";
  return reasons.find(([mark]) => mark.test(text))?.[1] ?? "malformed";
}
