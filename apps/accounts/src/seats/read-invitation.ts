import type { Invitation } from "@foyer/contract/invitations";
import { instantOf } from "@foyer/contract/wire-values";
import { isInvitationReference } from "@foyer/domain/invitations";
import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";
import { findInvitation } from "./seat-store.ts";

const looks = { limit: 60, windowSeconds: 600 } as const;

/** What an invitation offers. One that is unknown, used, withdrawn or expired looks the same. */
export async function readInvitationOf(
  { db, clock, limiter }: Deps,
  reference: string,
  ip: string,
): Promise<Invitation> {
  await limiter.take(`invitation:${clientNetwork(ip)}`, looks);
  const row = isInvitationReference(reference) ? await findInvitation(db, reference) : null;
  if (!row || row.invitation_expires_at <= clock.now()) refuse("invitation.dead");
  return {
    description: row.description,
    manager_email: row.manager_email,
    email: row.email,
    expires_date: instantOf(row.invitation_expires_at),
  };
}
