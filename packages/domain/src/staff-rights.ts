/** What a member of the staff may do; each includes what it is built on, see `includes`. */
export type StaffRight = "read" | "support" | "billing" | "admin";

/** The rights in the order in which they are shown. */
export const staffRights: readonly StaffRight[] = ["read", "support", "billing", "admin"];

/** The acts of the staff's area. */
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
  | "refund"
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

/** Who may do what: the one right that an act needs. */
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
  refund: "billing",
  retry_job: "admin",
  close_report: "support",
  merge_accounts: "admin",
  import_file: "admin",
  manage_staff: "admin",
};

/** True when one of the held rights is the needed one or includes it. */
export function holdsRight(held: readonly StaffRight[], needed: StaffRight): boolean {
  return held.some((right) => includes[right].includes(needed));
}

/** True when somebody with these rights may do an act (ROLE-04). */
export function mayDo(held: readonly StaffRight[], act: StaffAct): boolean {
  return holdsRight(held, rightForAct[act]);
}

/**
 * Why a staff member may not act on an account, whatever the act: nobody on her own, and on another staff member's only an
 * administrator. Null when she may.
 */
export function refusalOver(
  staff: { readonly id: string; readonly rights: readonly StaffRight[] },
  account: { readonly id: string; readonly isStaff: boolean },
): "own" | "colleague" | null {
  if (account.id === staff.id) return "own";
  return account.isStaff && !holdsRight(staff.rights, "admin") ? "colleague" : null;
}

/** True when a staff member may give rights to another: an administrator, who holds them all, so never more than her own. */
export function mayGrant(held: readonly StaffRight[]): boolean {
  return mayDo(held, "manage_staff");
}
