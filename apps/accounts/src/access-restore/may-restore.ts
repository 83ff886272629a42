import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import { holdsRight, refusalOver, rightForAct } from "@foyer/domain/staff-rights";
import type { Queryable } from "@foyer/service-kit/db";
import type { AccountsTables } from "../db/schema.ts";
import { liveHold } from "../erasure/legal-hold-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Account, findOpenAccountAt, OPEN } from "../people/account-store.ts";
import { haveTies } from "./tie-store.ts";

type Db = Queryable<AccountsTables>;

/** True when the staff member may restore access to the account. Only administrators may restore a colleague's account. */
export function mayRestore(staff: Account | null, account: Account): boolean {
  if (staff?.state !== OPEN || !staff.is_staff) return false;
  const rights = staff.staff_rights;
  return (
    holdsRight(rights, rightForAct.restore_access) &&
    refusalOver({ id: staff.id, rights }, { id: account.id, isStaff: account.is_staff }) === null
  );
}

/** Staff acts that tie two staff members: after one of them, the two do not count as independent for `lifetimes.staffTied`. */
const TIES = ["account.rights", "account.email", "account.second_factor", "account.restored"];

/**
 * True when two staff members do not count as independent: their accounts were merged, or within the last 7 days one of them
 * changed the other's rights or ways to sign in.
 */
export async function areTied(db: Db, one: Account, other: Account, now: Date): Promise<boolean> {
  return haveTies(db, one, other, TIES, after(now, -lifetimes.staffTied));
}

/** Why the account cannot be restored to that address; null when it can. The caller holds the account's lock. */
export async function obstacleTo(
  db: Db,
  account: Account,
  key: string,
  now: Date,
): Promise<Extract<RestoreStop, "closed" | "held" | "address_taken"> | null> {
  if (account.state !== OPEN) return "closed";
  if (await liveHold(db, account.id, now)) return "held";
  const other = await findOpenAccountAt(db, key);
  return other && other.id !== account.id ? "address_taken" : null;
}
