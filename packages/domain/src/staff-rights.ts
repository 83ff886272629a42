/** Rights of a staff member in display order. `includes` says which others a right has. */
export const staffRights = ["read", "support", "billing", "admin"] as const;

export type StaffRight = (typeof staffRights)[number];

const includes: Readonly<Record<StaffRight, readonly StaffRight[]>> = {
  read: ["read"],
  support: ["read", "support"],
  billing: ["read", "billing"],
  admin: ["read", "support", "billing", "admin"],
};

/** The actions of the staff area, and the right that each needs. */
export const rightForAct = {
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
} as const satisfies Readonly<Record<string, StaffRight>>;

export type StaffAct = keyof typeof rightForAct;

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
