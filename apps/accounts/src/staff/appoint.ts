import { normalizeAccountName } from "@foyer/domain/account-name";
import { holdsRight, type StaffRight } from "@foyer/domain/staff-rights";
import { inTransaction } from "@foyer/service-kit/db";
import type { Kysely } from "kysely";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { AccountsTables } from "../db/schema.ts";
import {
  type Account,
  findAccountNamed,
  lockAccount,
  lockOpenStaffAnd,
  OPEN,
  raiseCredentialVersion,
  setStaffRights,
} from "../stores/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../stores/session-store.ts";

export interface Appointment {
  readonly before: readonly StaffRight[];
  readonly after: readonly StaffRight[];
  /** True when no administrator can sign in now. */
  readonly leavesNone: boolean;
}

/**
 * Sets the staff rights of an account from the command line, so that there can be a first administrator.
 *
 * The command may remove the last administrator, because it can also appoint the next one.
 *
 * @returns null when there is no account with that name.
 */
export function appointStaff(
  db: Kysely<AccountsTables>,
  now: Date,
  name: string,
  rights: readonly StaffRight[],
): Promise<Appointment | null> {
  return inTransaction(db, async (tx) => {
    const named = await findAccountNamed(tx, normalizeAccountName(name));
    if (!named) return null;
    const after = [...new Set(rights)];
    const staff = await lockOpenStaffAnd(tx, named.id);
    const account = await lockAccount(tx, named.id);
    if (!account) return null;
    await setStaffRights(tx, account.id, after);
    // Ends her sessions and views, because staff sessions have shorter limits and only staff may view.
    await raiseCredentialVersion(tx, account.id);
    await deleteSessionsOf(tx, account.id);
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
    const others = staff.filter((other) => other.id !== account.id && isAdministrator(other));
    const leavesNone = others.length === 0 && !(account.state === OPEN && holdsRight(after, "admin"));
    return { before: account.staff_rights, after, leavesNone };
  });
}

function isAdministrator({ is_staff: isStaff, state, staff_rights: rights }: Account): boolean {
  return isStaff && state === OPEN && holdsRight(rights, "admin");
}
