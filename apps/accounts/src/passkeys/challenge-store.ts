import { randomBytes } from "node:crypto";
import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { sql } from "kysely";
import type { ChallengePurpose } from "../db/passkey-tables.ts";
import type { Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf } from "../secrets/secret-values.ts";

/** The callers that may answer a challenge: the session that asked for it, or the caller with the token that came with it. */
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
  const row = { challenge_hash: hashOf(challenge), expires_at: after(now, lifetimes.passkeyChallenge) };
  await db
    .insertInto("passkey_challenges")
    .values({ ...row, ...columnsOf(holder) })
    .execute();
  return challenge;
}

/** Uses a challenge in one statement. @returns true for only one of several concurrent uses, and only for its holder. */
export async function takeChallenge(db: Db, now: Date, holder: ChallengeHolder, challenge: string): Promise<boolean> {
  const { purpose, session_id: sessionId, token_hash: tokenHash } = columnsOf(holder);
  const { numDeletedRows } = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hashOf(challenge))
    .where("purpose", "=", purpose)
    .where("session_id", "is not distinct from", sessionId)
    .where("token_hash", "is not distinct from", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function pruneChallenges(db: Db, now: Date): Promise<void> {
  await deleteInSteps(db, "passkey_challenges", sql`expires_at <= ${now}`);
}

export async function deleteAllChallenges(db: Db): Promise<void> {
  await db.deleteFrom("passkey_challenges").execute();
}
