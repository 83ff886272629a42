import { randomBytes } from "node:crypto";
import type { ChallengePurpose } from "../db/passkey-tables.ts";
import type { Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf } from "../secrets/secret-values.ts";
import { deleteLiveChallenge, insertChallenge } from "./challenge-store.ts";

/** Who may answer a challenge: the session that asked for it, or the caller with the token that came with it. */
export type ChallengeHolder =
  | { readonly purpose: Exclude<ChallengePurpose, "sign_in">; readonly sessionId: string }
  | { readonly purpose: "sign_in"; readonly token: string };

const columnsOf = (holder: ChallengeHolder) =>
  holder.purpose === "sign_in"
    ? { purpose: holder.purpose, session_id: null, token_hash: hashOf(holder.token) }
    : { purpose: holder.purpose, session_id: holder.sessionId, token_hash: null };

/** Creates a challenge of 256 bits, valid for 5 minutes. */
export async function makeChallenge(db: Db, now: Date, holder: ChallengeHolder): Promise<string> {
  const challenge = randomBytes(32).toString("base64url");
  const expires = after(now, lifetimes.passkeyChallenge);
  await insertChallenge(db, { challenge_hash: hashOf(challenge), expires_at: expires, ...columnsOf(holder) });
  return challenge;
}

/** Uses a challenge in one statement. @returns true for only one of several concurrent uses, and only for its holder. */
export async function takeChallenge(db: Db, now: Date, holder: ChallengeHolder, challenge: string): Promise<boolean> {
  return deleteLiveChallenge(db, now, { challenge_hash: hashOf(challenge), ...columnsOf(holder) });
}
