import { normalizeAccountName } from "@foyer/domain/account-name";
import { refusalOver } from "@foyer/domain/staff-rights";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Db, Tx } from "../db/schema.ts";
import { type Proof, refuseEnded, refuseStale } from "../passwords/prove-password.ts";
import { type Account, findAccountNamed, lockAccount } from "../stores/account-store.ts";

/** The calling staff member, with the proof of her password if the act requires one. */
export type Staff = Person & { readonly proof?: Proof };

/** The account with the name in a path; refuses `object.not_found`. */
export async function accountNamed(db: Db, username: string): Promise<Account> {
  return (await findAccountNamed(db, normalizeAccountName(username))) ?? refuse("object.not_found");
}

/**
 * Locks the staff member's own account. Refuses if her session has ended, her rights have changed since the call was admitted, or
 * her password proof is no longer valid.
 */
export async function lockStaff(tx: Tx, now: Date, staff: Staff): Promise<void> {
  const account = (await lockAccount(tx, staff.id)) ?? refuse("session.required");
  await refuseFormer(tx, now, staff, account);
}

/**
 * Locks the accounts of these names together with the staff member's own, in the order of their ids. Refuses if she may not act
 * on one of them.
 *
 * The actor stays an administrator until the transaction ends, and no one may act on herself. So concurrent administrators cannot
 * remove each other until none is left.
 */
export async function lockForStaff(
  tx: Tx,
  now: Date,
  staff: Staff,
  usernames: readonly string[],
): Promise<readonly Account[]> {
  const named: Account[] = [];
  for (const username of usernames) named.push(await accountNamed(tx, username));
  const locked = new Map<string, Account>();
  for (const id of new Set([staff.id, ...named.map((account) => account.id)].toSorted())) {
    locked.set(id, (await lockAccount(tx, id)) ?? refuse("object.not_found"));
  }
  await refuseFormer(tx, now, staff, locked.get(staff.id) ?? refuse("session.required"));
  return named.map(({ id }) => {
    const account = locked.get(id) ?? refuse("object.not_found");
    refuseOver(staff, account);
    return account;
  });
}

async function refuseFormer(tx: Tx, now: Date, staff: Staff, account: Account): Promise<void> {
  if (staff.proof) await refuseStale(tx, now, staff.proof, account);
  else await refuseEnded(tx, staff, account);
  // An object that her rights do not permit is reported as not found.
  const held = account.is_staff ? account.staff_rights : [];
  if (!staff.staffRights.every((right) => held.includes(right))) refuse("object.not_found");
}

function refuseOver(staff: Staff, account: Account): void {
  const refusal = refusalOver(
    { id: staff.id, rights: staff.staffRights },
    { id: account.id, isStaff: account.is_staff },
  );
  if (refusal !== null) refuse("permission.denied", { reason: refusal === "own" ? "own_account" : "colleague" });
}
