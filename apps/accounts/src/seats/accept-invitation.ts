import { isInvitationReference } from "@foyer/domain/invitations";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { hasEnded, type License, lockLicense } from "../stores/license-store.ts";
import { findAccountForShare } from "../stores/account-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { freeDoubles } from "./free-doubles.ts";
import { findSeatByReference, giveSeat, holdsSeat } from "../stores/seat-store.ts";

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
    await freeDoubles(tx, now, [seat.id], holder.email_key);
    await giveSeat(tx, seat.id, now, holder);
    await recordLicenseEvent(tx, now, license.id, {
      act: "seats.accepted",
      by: person.username,
      byKind: "person",
      details: { seat: seat.id, invited: seat.email },
    });
    await recordSecurityEvent(tx, now, origin, {
      kind: "seat.accepted",
      accountId: person.id,
      actor: person.id,
      target: seat.id,
      details: { license: license.description },
    });
    return license;
  });
}
