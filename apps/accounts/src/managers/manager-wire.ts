import type { Manager } from "@foyer/contract/managers";
import type { StandingManager } from "@foyer/domain/managers";
import type { Person } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import type { OwnerRow } from "../stores/license-store.ts";
import { managersKnownTo } from "./known-manager-store.ts";

/** The managers of a license, the contact first, in the form that the rules about managers take. */
export function standingOf(owners: readonly OwnerRow[]): (OwnerRow & StandingManager)[] {
  return owners.map((owner, index) => ({ ...owner, is_contact: index === 0 }));
}

/**
 * The managers of a license, the contact first, as the caller may see them: addresses of managers she does not know are empty.
 */
export async function managersWire(
  { db }: Pick<Deps, "db">,
  caller: Pick<Person, "id">,
  licenseId: string,
  owners: readonly OwnerRow[],
): Promise<Manager[]> {
  const known = await managersKnownTo(db, licenseId, caller.id);
  return standingOf(owners).map(({ account_id: id, username, email, is_contact, is_payer }) => ({
    username,
    email: known.has(id) ? email : "",
    is_contact,
    is_payer,
  }));
}
