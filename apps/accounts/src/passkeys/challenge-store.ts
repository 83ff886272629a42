import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { sql, type Insertable } from "kysely";
import type { PasskeyChallengeTable } from "../db/passkey-tables.ts";
import type { Db } from "../db/schema.ts";

type ChallengeRow = Insertable<PasskeyChallengeTable>;

export async function insertChallenge(db: Db, row: ChallengeRow): Promise<void> {
  await db.insertInto("passkey_challenges").values(row).execute();
}

/** Deletes an unexpired challenge in one statement. @returns true for only one of several concurrent calls. */
export async function deleteLiveChallenge(
  db: Db,
  now: Date,
  { challenge_hash: hash, purpose, session_id: sessionId, token_hash: tokenHash }: Omit<ChallengeRow, "expires_at">,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("session_id", "is not distinct from", sessionId ?? null)
    .where("token_hash", "is not distinct from", tokenHash ?? null)
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
