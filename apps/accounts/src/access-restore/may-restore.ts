import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import { holdsRight, refusalOver, rightForAct } from "@foyer/domain/staff-rights";
import type { Queryable } from "@foyer/service-kit/db";
import type { AccountsTables } from "../db/schema.ts";
import { liveHold } from "../erasure/legal-hold-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Account, findOpenAccountAt, OPEN } from "../people/account-store.ts";
import { haveTies } from "./tie-store.ts";

type Db = Queryable<AccountsTables>;

/** Whether a staff member may restore access to that account: as of every staff member, only by administrators to a colleague's. */
export function mayRestore(staff: Account | null, account: Account): boolean {
  if (staff?.state !== OPEN || !staff.is_staff) return false;
  const rights = staff.staff_rights;
  return (
    holdsRight(rights, rightForAct.restore_access) &&
    refusalOver({ id: staff.id, rights }, { id: account.id, isStaff: account.is_staff }) === null
  );
}

/** What makes one person, or one who rules the other, of two staff members: for so long after it. */
const TIES = ["account.rights", "account.email", "account.second_factor", "account.restored"];

/**
 * Whether two staff members do not count as two: the account of one was merged into the other's, or one of them has changed
 * within the last 7 days what the other may do or how she signs in.
 */
export async function areTied(db: Db, one: Account, other: Account, now: Date): Promise<boolean> {
  return haveTies(db, one, other, TIES, after(now, -lifetimes.staffTied));
}

/** What keeps access to this account, whose lock is held, from being given to an address; null where nothing does. */
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
