import { inTransaction } from "@foyer/service-kit/db";
import { type Kysely, sql } from "kysely";
import { stopLiveRestores } from "../access-restore/restore-store.ts";
import { forgetAllBrowsers } from "../browsers/browser-store.ts";
import type { AccountsTables } from "../db/schema.ts";
import { newReference, newShortCode } from "../secrets/secret-values.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";

/** What a restore ended. */
export interface Ended {
  readonly sessions: number;
  readonly mailedLinks: number;
  /** Invitations that have a new link, which nobody has been sent yet. */
  readonly invitations: number;
}

/**
 * Ends whatever opened a door when the backup was made and may have been shut since: sessions, the trust in browsers and
 * what they are known by, mailed links, the links of invitations, and answers that are kept for repeats. Restores of
 * access, whose links are among them, are stopped.
 */
export function endWhatWasOpen(db: Kysely<AccountsTables>, now: Date): Promise<Ended> {
  return inTransaction(db, async (tx) => {
    const sessions = await tx.deleteFrom("sessions").executeTakeFirst();
    await forgetAllBrowsers(tx);
    await stopLiveRestores(tx, now, "backup", null);
    const mailed = await tx.deleteFrom("mailed_secrets").where("used_at", "is", null).executeTakeFirst();
    const signUps = await tx.deleteFrom("sign_ups").where("used_at", "is", null).executeTakeFirst();
    await tx.deleteFrom("passkey_challenges").execute();
    const pending = await tx.selectFrom("seats").select("id").where("status", "=", "pending").execute();
    for (const { id } of pending) {
      const fresh = { reference: newReference(), short_code: newShortCode() };
      await tx.updateTable("seats").set(fresh).where("id", "=", id).execute();
    }
    await sql`delete from idempotency_keys`.execute(tx);
    await recordSecurityEvent(tx, now, null, { kind: "installation.restored", accountId: null, actor: null });
    return {
      sessions: Number(sessions.numDeletedRows),
      mailedLinks: Number(mailed.numDeletedRows + signUps.numDeletedRows),
      invitations: pending.length,
    };
  });
}
