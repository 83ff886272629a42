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
import { hasEnded } from "../stores/license-store.ts";
import { findInvitation, type InvitationRow, invitationsTo } from "../stores/seat-store.ts";

/**
 * The offer of an invitation. Unknown, used, withdrawn and expired invitations get the same refusal; for an expired one, it
 * also has the date and the manager who can send a new one. With the proof of the mailed link, the offer says whether the address has an account.
 */
export function readInvitation(deps: Deps, reference: string, proof: string, ip: string): Promise<Invitation> {
  return limitLooks(deps, ip, () => look(deps, reference, proof));
}

/** The invitations to the person's address that can be accepted, the oldest first. */
export async function ownInvitations({ db, clock }: Deps, { email }: Person) {
  const now = clock.now();
  const rows = await invitationsTo(db, addressKey(email));
  return rows
    .filter((row) => row.invitation_expires_at > now && !hasEnded(row, now))
    .map((row) => ({ reference: row.reference, ...offerOf(row) }));
}

const offerOf = ({ description, manager_email, invitation_expires_at: end }: InvitationRow) => ({
  description,
  manager_email,
  expires_date: instantOf(end),
});

async function look({ db, clock, keyring }: Deps, reference: string, proof: string): Promise<Invitation> {
  const row = isInvitationReference(reference) ? await findInvitation(db, reference) : null;
  if (!row) refuse("invitation.dead");
  const offer = offerOf(row);
  if (row.invitation_expires_at <= clock.now()) refuse("invitation.dead", { extra: offer });
  const invitation = { ...offer, email: row.email };
  if (!provesAddress(keyring, row, proof)) return invitation;
  return { ...invitation, has_account: (await findOpenAccountAt(db, addressKey(row.email))) !== null };
}
