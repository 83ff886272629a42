import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import { holdsRight, refusalOver, rightForAct } from "@foyer/domain/staff-rights";
import { addressKey } from "@foyer/domain/addresses";
import { refuse } from "@foyer/service-kit/errors";
import type { Db, Tx } from "../db/schema.ts";
import { liveHold } from "../stores/legal-hold-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { type Account, findOpenAccountAt, OPEN } from "../stores/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { lastStoppedByOwner, liveRestoreOf } from "../stores/restore-store.ts";

/** True when the staff member may restore access to the account. Only administrators may restore a colleague's account. */
export function mayRestore(staff: Account | null, account: Account): boolean {
  if (staff?.state !== OPEN || !staff.is_staff) return false;
  const rights = staff.staff_rights;
  return (
    holdsRight(rights, rightForAct.restore_access) &&
    refusalOver({ id: staff.id, rights }, { id: account.id, isStaff: account.is_staff }) === null
  );
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

/** Refuses an address that the account cannot be given. */
export async function refuseObstacle(tx: Tx, account: Account, address: string, now: Date): Promise<void> {
  const obstacle = await obstacleTo(tx, account, addressKey(address), now);
  if (obstacle === "address_taken") refuse("email.in_use", { field: "new_email_address" });
  if (obstacle === "held") refuse("permission.denied", { reason: "legal_hold" });
  if (obstacle === "closed") refuse("permission.denied", { reason: "account_closed" });
}

/** Refuses a restore or change of the address while another one waits, or within 7 days after the owner stopped one. */
export async function refuseSoonAgain(tx: Tx, staff: Staff, account: Account, now: Date): Promise<void> {
  if (await liveRestoreOf(tx, account.id)) refuse("restore.changed", { reason: "waits" });
  const stopped = await lastStoppedByOwner(tx, account.id);
  if (stopped && stopped > after(now, -lifetimes.restoreAgain) && !holdsRight(staff.staffRights, "admin")) {
    refuse("permission.denied", { reason: "stopped_by_owner" });
  }
}

/** Records an act of staff about a restore with the account. @param to the new address. */
export const noteByStaff = (
  tx: Tx,
  now: Date,
  staff: Staff,
  account: Account,
  kind: "access_restore.asked" | "access_restore.agreed",
  to: string,
): Promise<void> =>
  recordSecurityEvent(tx, now, null, { kind, accountId: account.id, actor: staff.id, details: { to } });
