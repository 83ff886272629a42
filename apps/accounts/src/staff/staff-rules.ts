import { holdsRight } from "@foyer/domain/staff-rights";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Account } from "../people/account-store.ts";

/** Nobody repairs her own account, and another staff member's only an administrator. */
export function refuseColleagues(staff: Person, account: Pick<Account, "id" | "is_staff">): void {
  if (account.id === staff.id) refuse("permission.denied", { message: "Somebody else has to do this for you." });
  if (account.is_staff && !holdsRight(staff.staffRights, "admin")) {
    refuse("permission.denied", { message: "Only an administrator may change the account of a staff member." });
  }
}
