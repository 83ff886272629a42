import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { OPEN } from "../stores/account-store.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import type { Opener } from "../sessions/open-session.ts";
import { insertSession } from "../stores/session-store.ts";
import { lockForStaff, type Staff } from "../staff-acts/lock-for-staff.ts";

/**
 * Opens a read-only view of an account: a session marked with the staff member's name that cannot be refreshed, ends after 30
 * minutes and refuses every change.
 */
export async function staffViewAs(
  { db, clock }: Deps,
  staff: Staff,
  username: string,
  { reason, ...opener }: Opener & { readonly reason: string },
): Promise<{ access_token: string; expires_in: number }> {
  const now = clock.now();
  const token = newToken("at");
  await inTransaction(db, async (tx) => {
    const [account] = await lockForStaff(tx, now, staff, [username]);
    if (account?.state !== OPEN) refuse("permission.denied", { reason: "account_closed" });
    const endsAt = after(now, lifetimes.view);
    await insertSession(tx, account, {
      id: newId("ses"),
      access_hash: hashOf(token),
      access_expires_at: endsAt,
      refresh_hash: null,
      refresh_expires_at: endsAt,
      ends_at: endsAt,
      // A view never counts as a password proof.
      proved_at: new Date(0),
      started_at: now,
      refreshed_at: now,
      user_agent: opener.userAgent,
      ip: opener.ip,
      viewed_by: staff.username,
      // The account's owner did not authenticate, so there is no method.
      amr: [],
    });
    await insertAct(tx, {
      at: now,
      staff: staff.username,
      act: "account.view",
      target: `account:${account.username}`,
      reason,
      before: null,
      after: { until: endsAt.toISOString() },
    });
    await recordSecurityEvent(tx, now, null, { kind: "account.viewed", accountId: account.id, actor: staff.id });
  });
  return { access_token: token, expires_in: lifetimes.view };
}
