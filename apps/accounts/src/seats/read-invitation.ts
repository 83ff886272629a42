import type { Invitation } from "@foyer/contract/invitations";
import { instantOf } from "@foyer/contract/wire-values";
import { isInvitationReference } from "@foyer/domain/invitations";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { limitLooks } from "./limit-looks.ts";
import { findInvitation } from "./seat-store.ts";

/** The offer of an invitation. Unknown, used, withdrawn and expired invitations get the same refusal. */
export function readInvitation(deps: Deps, reference: string, ip: string): Promise<Invitation> {
  return limitLooks(deps, ip, () => look(deps, reference));
}

async function look({ db, clock }: Deps, reference: string): Promise<Invitation> {
  const row = isInvitationReference(reference) ? await findInvitation(db, reference) : null;
  if (!row || row.invitation_expires_at <= clock.now()) refuse("invitation.dead");
  return {
    description: row.description,
    manager_email: row.manager_email,
    email: row.email,
    expires_date: instantOf(row.invitation_expires_at),
  };
}
