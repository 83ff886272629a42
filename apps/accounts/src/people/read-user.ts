import type { UserInfo } from "@foyer/contract/sign-in";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { hasStrongWay, OPEN, ownAccount, readAccountInfo } from "../stores/account-store.ts";
import { userInfoWire } from "../sessions/person-wire.ts";

/** The data about the signed-in person that the portal shows. */
export async function readUser({ db, clock }: Deps, person: Person): Promise<UserInfo> {
  const account = ownAccount.of(person) ?? (await readAccountInfo(db, person.id, clock.now()));
  if (account?.state !== OPEN) refuse("account.gone");
  const { viewOnly, isStaff } = person;
  const signInAgain = account.is_staff && hasStrongWay(account) && !isStaff && !viewOnly;
  return userInfoWire(account, { viewOnly, signInAgain });
}
