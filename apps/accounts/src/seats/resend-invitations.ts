import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../licenses/license-events.ts";
import { hasEnded, lockLicense } from "../licenses/license-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { queueInvitations } from "../mail/send-invitations.ts";
import { addressesRefusedAtOnce } from "./refused-invitations.ts";
import { renewInvitations, seatsOfLicense } from "./seat-store.ts";

const resends = { limit: 200, windowSeconds: 3_600 } as const;

/**
 * Sends invitations again, good for another 30 days, with the same reference and short link; expired ones too.
 *
 * @returns the addresses that the mail server refuses for good at once; their seats stay.
 */
export async function resendInvitationMails(
  deps: Deps,
  person: Pick<Person, "username">,
  licenseId: string,
  seatIds: readonly string[],
): Promise<string[]> {
  const { db, clock, limiter, addJob } = deps;
  await limiter.take(`resend:${licenseId}`, resends);
  const ids = [...new Set(seatIds)];
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const license = await lockLicense(tx, licenseId);
    if (!license) refuse("object.not_found");
    const pending = new Set(
      (await seatsOfLicense(tx, licenseId)).filter((seat) => seat.status === "pending").map(({ id }) => id),
    );
    if (!ids.every((id) => pending.has(id))) refuse("seats.unknown");
    if (hasEnded(license, now)) refuse("license.ended");
    await renewInvitations(tx, ids, after(now, lifetimes.invitation));
    await queueInvitations(tx, addJob, ids);
    await recordLicenseEvent(tx, now, licenseId, {
      act: "seats.resent",
      by: person.username,
      byKind: "person",
      details: { count: ids.length },
    });
  });
  return (await addressesRefusedAtOnce(deps, ids)).map(({ email }) => email);
}
