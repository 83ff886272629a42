import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { hasEnded, lockLicense } from "../stores/license-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { findAccountForShare } from "../stores/account-store.ts";
import { giveSeat } from "../seats/seat-changes.ts";
import { findSeat, holdsSeat, insertInvitations, pendingSeatOf, type SeatRow } from "../stores/seat-store.ts";
import { newId, newReference, newShortCode } from "../secrets/secret-values.ts";
import type { Origin } from "../security-events/security-events.ts";

/** Gives a manager a seat of her own license, without an invitation. Her open invitation there becomes the seat. */
export async function takeSeat(deps: Deps, person: Person, licenseId: string, origin: Origin): Promise<SeatRow> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const license = await lockLicense(tx, licenseId);
    if (!license) refuse("object.not_found");
    if (hasEnded(license, now)) refuse("license.ended");
    if (await holdsSeat(tx, licenseId, person.id)) refuse("seats.already_held");
    // A concurrent change of her address waits for this lock and then updates this seat too.
    const holder = await findAccountForShare(tx, person.id);
    if (!holder) refuse("session.required");
    const invited = await pendingSeatOf(tx, licenseId, holder.email_key);
    if (!invited && license.used_seats >= license.total_seats) refuse("seats.not_enough");
    const id = invited?.id ?? newId("seat");
    if (!invited) {
      const invitation = { id, email: holder.email, reference: newReference(), shortCode: newShortCode() };
      const given = { licenseId, by: person.id, at: now, expiresAt: after(now, lifetimes.invitation) };
      await insertInvitations(tx, given, [{ ...invitation, mailState: "held" }]);
    }
    await giveSeat(tx, { at: now, license, cause: "person", origin }, { id, email: holder.email }, holder);
    return await findSeat(tx, id);
  });
}
