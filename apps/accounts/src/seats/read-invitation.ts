import type { Invitation } from "@foyer/contract/invitations";
import { instantOf } from "@foyer/contract/wire-values";
import { addressKey } from "@foyer/domain/addresses";
import { isInvitationReference } from "@foyer/domain/invitations";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { findOpenAccountAt } from "../stores/account-store.ts";
import { provesAddress } from "../secrets/invited-address.ts";
import { limitLooks } from "./limit-looks.ts";
import { findInvitation, invitationsTo } from "../stores/seat-store.ts";

/**
 * The offer of an invitation. Unknown, used, withdrawn and expired invitations get the same refusal; for an expired one, it
 * also has the date and the manager who can send a new one. With the proof of the mailed link, the offer says whether the address has an account.
 */
export function readInvitation(deps: Deps, reference: string, proof: string, ip: string): Promise<Invitation> {
  return limitLooks(deps, ip, () => look(deps, reference, proof));
}

/** The open invitations to the person's address, which reads its mail. */
export async function ownInvitations({ db, clock }: Deps, { email }: Person) {
  const rows = await invitationsTo(db, addressKey(email), clock.now());
  return rows.map(({ reference, description, manager_email, invitation_expires_at: end }) => ({
    reference,
    description,
    manager_email,
    expires_date: instantOf(end),
  }));
}

async function look({ db, clock, keyring }: Deps, reference: string, proof: string): Promise<Invitation> {
  const row = isInvitationReference(reference) ? await findInvitation(db, reference) : null;
  if (!row) refuse("invitation.dead");
  const { description, manager_email, email, invitation_expires_at: end } = row;
  const expires_date = instantOf(end);
  if (end <= clock.now()) refuse("invitation.dead", { extra: { description, manager_email, expires_date } });
  const invitation = { description, manager_email, email, expires_date };
  if (!provesAddress(keyring, row, proof)) return invitation;
  return { ...invitation, has_account: (await findOpenAccountAt(db, addressKey(email))) !== null };
}
