/** Rights of a staff member. Each includes the lower ones, see `includes`. */
export type StaffRight = "read" | "support" | "billing" | "admin";

/** The rights in display order. */
export const staffRights: readonly StaffRight[] = ["read", "support", "billing", "admin"];

/** Actions of the staff area. */
export type StaffAct =
  | "search"
  | "view_account"
  | "view_license"
  | "view_acts"
  | "view_as"
  | "view_machine_room"
  | "end_sessions"
  | "resend_mail"
  | "change_email"
  | "remove_second_factor"
  | "restore_access"
  | "close_account"
  | "legal_hold"
  | "free_seat"
  | "edit_license"
  | "issue_key"
  | "start_subscription"
  | "resync_subscription"
  | "allow_purchases"
  | "put_discount"
  | "refund"
  | "remove_billing_contact"
  | "retry_job"
  | "close_report"
  | "merge_accounts"
  | "import_file"
  | "manage_staff";

const includes: Readonly<Record<StaffRight, readonly StaffRight[]>> = {
  read: ["read"],
  support: ["read", "support"],
  billing: ["read", "billing"],
  admin: ["read", "support", "billing", "admin"],
};

/** The right that each action needs. */
export const rightForAct: Readonly<Record<StaffAct, StaffRight>> = {
  search: "read",
  view_account: "read",
  view_license: "read",
  view_acts: "read",
  view_as: "support",
  view_machine_room: "read",
  end_sessions: "support",
  resend_mail: "support",
  change_email: "support",
  remove_second_factor: "admin",
  restore_access: "support",
  close_account: "support",
  legal_hold: "admin",
  free_seat: "support",
  edit_license: "support",
  issue_key: "support",
  start_subscription: "billing",
  resync_subscription: "support",
  remove_billing_contact: "support",
  allow_purchases: "support",
  put_discount: "billing",
  refund: "billing",
  retry_job: "admin",
  close_report: "support",
  merge_accounts: "admin",
  import_file: "admin",
  manage_staff: "admin",
};

/** True if one of the held rights is the needed one or includes it. */
export function holdsRight(held: readonly StaffRight[], needed: StaffRight): boolean {
  return held.some((right) => includes[right].includes(needed));
}

/** True if these rights allow an action (ROLE-04). */
export function mayDo(held: readonly StaffRight[], act: StaffAct): boolean {
  return holdsRight(held, rightForAct[act]);
}

/**
 * Returns why a staff member may not act on an account, or null. No one may act on their own account, and
 * only an administrator on another staff member's.
 */
export function refusalOver(
  staff: { readonly id: string; readonly rights: readonly StaffRight[] },
  account: { readonly id: string; readonly isStaff: boolean },
): "own" | "colleague" | null {
  if (account.id === staff.id) return "own";
  return account.isStaff && !holdsRight(staff.rights, "admin") ? "colleague" : null;
}

/**
 * True if a staff member may give rights: only an administrator, who has all rights and so cannot give more
 * than their own.
 */
export function mayGrant(held: readonly StaffRight[]): boolean {
  return mayDo(held, "manage_staff");
}
