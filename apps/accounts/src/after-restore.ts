import { inTransaction } from "@foyer/service-kit/db";
import { forgetAnswers } from "@foyer/service-kit/idempotency-store";
import type { Kysely } from "kysely";
import { stopLiveRestores } from "./stores/restore-store.ts";
import { forgetAllBrowsers } from "./stores/browser-store.ts";
import { endAllGrants } from "./stores/grant-store.ts";
import type { AccountsTables } from "./db/schema.ts";
import { deleteUnusedSecrets } from "./stores/mailed-secret-store.ts";
import { deleteAllChallenges } from "./passkeys/challenge-store.ts";
import { pendingSeatIds, replaceLinks } from "./stores/seat-store.ts";
import { newReference, newShortCode } from "./secrets/secret-values.ts";
import { recordSecurityEvent } from "./security-events/security-events.ts";
import { deleteAllSessions } from "./stores/session-store.ts";

/** Number of items that a database restore ended. */
export interface Ended {
  readonly sessions: number;
  readonly mailedLinks: number;
  /** Invitations with a new link that is not mailed yet. */
  readonly invitations: number;
}

/**
 * Ends all access that was valid at the time of the backup and may have been revoked since: sessions, grants of apps, known and trusted browsers,
 * mailed links, links of invitations, and stored answers for replays. Stops restores of access, because their links end too.
 */
export function endWhatWasOpen(db: Kysely<AccountsTables>, now: Date): Promise<Ended> {
  return inTransaction(db, async (tx) => {
    const sessions = await deleteAllSessions(tx);
    await endAllGrants(tx, now);
    await forgetAllBrowsers(tx);
    await stopLiveRestores(tx, now, "backup", null);
    const mailedLinks = await deleteUnusedSecrets(tx);
    await deleteAllChallenges(tx);
    const pending = await pendingSeatIds(tx);
    for (const id of pending) await replaceLinks(tx, id, newReference(), newShortCode());
    await forgetAnswers(tx);
    await recordSecurityEvent(tx, now, null, { kind: "installation.restored", accountId: null, actor: null });
    return { sessions, mailedLinks, invitations: pending.length };
  });
}
