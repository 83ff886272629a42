import type { LegalHold } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { erasedBy } from "@foyer/domain/closed-account";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { isErased } from "../stores/erasure-store.ts";
import { deleteHold, insertHold, liveHold, liveHolds } from "../stores/legal-hold-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { repairAccount, type RepairOf } from "../staff-acts/repair.ts";

/**
 * Sets a legal hold on the data of an account until a time, or lifts it with null. The account may still be open; the hold then
 * applies after it is closed. Refused after the erasure has begun.
 */
export const staffSetLegalHold: RepairOf<{ readonly until: string | null }> = (
  deps,
  staff,
  username,
  { until, ...request },
) =>
  repairAccount(deps, staff, "account.legal_hold", { username, ...request }, async (tx, now, account) => {
    if (await isErased(tx, account.id)) refuse("permission.denied", { reason: "account_deleted" });
    const end = until === null ? null : new Date(until);
    if (end !== null && end <= now) refuse("input.invalid", { field: "until", reason: "hold_past" });
    const before = await liveHold(tx, account.id, now);
    await deleteHold(tx, account.id);
    if (end !== null) {
      const hold = { reason: request.reason, until: end, set_by: staff.username, set_at: now };
      await insertHold(tx, { account_id: account.id, ...hold });
    }
    const kind = end === null ? "account.hold_lifted" : "account.held";
    await recordSecurityEvent(tx, now, null, { kind, accountId: account.id, actor: staff.id });
    return {
      before: { legal_hold_until: before ? instantOf(before.until) : null },
      after: { legal_hold_until: end ? instantOf(end) : null },
    };
  });

/** Every unexpired hold, the earliest end first. */
export async function staffListLegalHolds({ db, clock }: Pick<Deps, "db" | "clock">): Promise<LegalHold[]> {
  const rows = await liveHolds(db, clock.now());
  return rows.map((row) => ({
    username: row.username,
    account_state: row.state,
    reason: row.reason,
    until: instantOf(row.until),
    set_by: row.set_by,
    set_at: instantOf(row.set_at),
    erased_by: row.closed_at && instantOf(new Date(Math.max(Number(erasedBy(row.closed_at)), Number(row.until)))),
  }));
}
