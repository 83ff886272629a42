import type { UserInfo } from "@foyer/contract/sign-in";
import type { ShownAccount } from "../stores/account-store.ts";

/** Restrictions of the calling session compared with a session that has all rights of its account. */
interface Restrictions {
  readonly viewOnly?: boolean;
  readonly signInAgain?: boolean;
}

export function userInfoWire(account: ShownAccount, { viewOnly, signInAgain }: Restrictions = {}): UserInfo {
  return {
    id: account.id,
    username: account.username,
    email: account.email,
    pending_email: account.pending_email,
    customer_id: account.customer_ids,
    seats: account.seats,
    is_staff: account.is_staff,
    account_state: account.state,
    second_factor: account.second_factor,
    ...(account.has_passkey ? { has_passkey: true } : {}),
    ...(account.is_staff ? { staff_rights: account.staff_rights } : {}),
    ...(signInAgain ? { sign_in_again: true } : {}),
    ...(viewOnly ? { view_only: true } : {}),
  };
}
