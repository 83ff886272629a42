import { normalizeAccountName } from "@foyer/domain/account-name";
import { holdsRight, type StaffRight } from "@foyer/domain/staff-rights";
import { inTransaction } from "@foyer/service-kit/db";
import type { Kysely, Transaction } from "kysely";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { AccountsTables } from "../db/schema.ts";
import {
  type Account,
  findAccountNamed,
  lockAccount,
  OPEN,
  raiseCredentialVersion,
  setStaffRights,
} from "../people/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { deleteSessionsOf } from "../sessions/session-store.ts";

export interface Appointment {
  readonly before: readonly StaffRight[];
  readonly after: readonly StaffRight[];
  /** No account that can sign in is an administrator now. */
  readonly leavesNone: boolean;
}

/**
 * Gives an account these rights of the staff, or none, from the command line: so that there is a first administrator.
 *
 * Whoever has the command line may take the last administrator's right, as she can make the next one.
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
    const named = await findAccountNamed(tx, normalizeAccountName(name));
    if (!named) return null;
    const after = [...new Set(rights)];
    const administrators = await lockAdministrators(tx, named.id);
    const account = await lockAccount(tx, named.id);
    if (!account) return null;
    await setStaffRights(tx, account.id, after);
    // Staff sessions are shorter, and views by a former member end: both begin anew.
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
    const others = administrators.filter(({ id }) => id !== account.id);
    const leavesNone = others.length === 0 && !(account.state === OPEN && holdsRight(after, "admin"));
    return { before: account.staff_rights, after, leavesNone };
  });
}

/** The administrators who can sign in, locked in the order of their ids together with the account that is meant. */
async function lockAdministrators(tx: Transaction<AccountsTables>, id: string): Promise<Account[]> {
  const rows = await tx
    .selectFrom("accounts")
    .selectAll()
    .where((account) =>
      account.or([account("id", "=", id), account.and([account("is_staff", "=", true), account("state", "=", OPEN)])]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.filter(
    (account) => account.is_staff && account.state === OPEN && holdsRight(account.staff_rights, "admin"),
  );
}
