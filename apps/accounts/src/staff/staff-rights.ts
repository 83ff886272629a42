import type { StaffRight } from "@foyer/service-kit/call";

/** Everything that staff may do, from looking to deciding who is staff. */
export const allStaffRights: readonly StaffRight[] = ["read", "support", "billing", "admin"];
