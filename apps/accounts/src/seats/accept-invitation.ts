import { isInvitationReference } from "@foyer/domain/invitations";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { hasEnded, type License, lockLicense } from "../stores/license-store.ts";
import { findAccountForShare } from "../stores/account-store.ts";
import type { Origin } from "../security-events/security-events.ts";
import { findSeatByReference, holdsSeat } from "../stores/seat-store.ts";
import { giveSeat } from "./seat-changes.ts";

/** Gives the invited seat to the caller with the reference. Only one of several concurrent callers gets it. */
export async function acceptInvitation(
  deps: Deps,
  person: Person,
  reference: string,
  origin: Origin,
): Promise<License> {
  const { db, clock } = deps;
  if (!isInvitationReference(reference)) refuse("invitation.dead");
  return inTransaction(db, async (tx) => {
    const found = await findSeatByReference(tx, reference);
    const license = found && (await lockLicense(tx, found.license_id));
    // The seat found before the lock may be gone.
    const seat = await findSeatByReference(tx, reference);
    const now = clock.now();
    if (!license || !seat || seat.invitation_expires_at === null) refuse("invitation.dead");
    if (await holdsSeat(tx, license.id, person.id)) refuse("seats.already_held");
    if (seat.invitation_expires_at <= now) refuse("invitation.dead");
    if (hasEnded(license, now)) refuse("license.ended");
    // A concurrent change of her address waits for this lock and then updates this seat too.
    const holder = await findAccountForShare(tx, person.id);
    if (!holder) refuse("session.required");
    await giveSeat(tx, { at: now, license, cause: "invitation", origin }, seat, holder);
    return license;
  });
}
