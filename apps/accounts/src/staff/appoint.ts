import { normaliseAccountName } from "@foyer/domain/account-name";
import type { StaffRight } from "@foyer/domain/staff-rights";
import { inTransaction } from "@foyer/service-kit/db";
import type { Kysely } from "kysely";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { AccountsTables } from "../db/schema.ts";
import { findAccountNamed } from "../people/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";

export interface Appointment {
  readonly before: readonly StaffRight[];
  readonly after: readonly StaffRight[];
}

/**
 * Gives an account these rights of the staff, or none, from the command line: so that there is a first administrator.
 *
 * @returns null where nobody has that account name.
 */
export function appointStaff(
  db: Kysely<AccountsTables>,
  now: Date,
  name: string,
  rights: readonly StaffRight[],
): Promise<Appointment | null> {
  return inTransaction(db, async (tx) => {
    const account = await findAccountNamed(tx, normaliseAccountName(name));
    if (!account) return null;
    const after = [...new Set(rights)];
    await tx
      .updateTable("accounts")
      .set({ is_staff: after.length > 0, staff_rights: after })
      .where("id", "=", account.id)
      .execute();
    // Staff sessions are shorter, and views by a former member end: both begin anew.
    await tx.deleteFrom("sessions").where("account_id", "=", account.id).execute();
    await tx.deleteFrom("sessions").where("viewed_by", "=", account.username).execute();
    await insertAct(tx, {
      at: now,
      staff: "command line",
      act: "account.rights",
      target: `account:${account.username}`,
      reason: "Set by the staff command",
      before: { rights: account.staff_rights },
      after: { rights: after },
    });
    await recordSecurityEvent(tx, now, null, {
      kind: "staff.rights_changed",
      accountId: account.id,
      actor: "service:command",
    });
    return { before: account.staff_rights, after };
  });
}
