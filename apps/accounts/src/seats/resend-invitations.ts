import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { hasEnded, lockLicense } from "../stores/license-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { takeMailsByOthers } from "../mail/mail-limits.ts";
import { queueInvitations } from "../mail/send-invitations.ts";
import { addressesRefusedAtOnce } from "./refused-invitations.ts";
import { renewInvitations, seatsOfLicense } from "../stores/seat-store.ts";

const resends = { limit: 200, windowSeconds: 3_600 } as const;

/**
 * Sends invitations again, also expired ones, valid for another 30 days, with the same reference and short link.
 *
 * An address over the hourly limit of mails caused by others gets no mail, and its invitation stays unchanged.
 *
 * @returns the addresses over the limit, and the addresses that the mail server rejects permanently at once. Their seats stay.
 */
export async function resendInvitations(
  deps: Deps,
  person: Pick<Person, "username">,
  licenseId: string,
  seatIds: readonly string[],
): Promise<string[]> {
  const { db, clock, limiter, addJob } = deps;
  await limiter.take(`resend:${licenseId}`, resends);
  const ids = [...new Set(seatIds)];
  const { sent, limited } = await inTransaction(db, async (tx) => {
    const now = clock.now();
    const license = (await lockLicense(tx, licenseId)) ?? refuse("object.not_found");
    const pending = new Map(
      (await seatsOfLicense(tx, licenseId)).filter((seat) => seat.status === "pending").map((seat) => [seat.id, seat]),
    );
    const seats = ids.map((id) => pending.get(id) ?? refuse("seats.unknown"));
    if (hasEnded(license, now)) refuse("license.ended");
    const addresses = seats.map(({ email }) => email);
    const hasRoom = await takeMailsByOthers(deps, tx, addresses);
    const due = ids.filter((_, at) => hasRoom[at]);
    const rest = addresses.filter((_, at) => !hasRoom[at]);
    if (due.length === 0) return { sent: due, limited: rest };
    await renewInvitations(tx, due, after(now, lifetimes.invitation));
    await queueInvitations(tx, addJob, due);
    await recordLicenseEvent(tx, now, licenseId, {
      act: "seats.resent",
      by: person.username,
      byKind: "person",
      details: { count: due.length },
    });
    return { sent: due, limited: rest };
  });
  const refused = await addressesRefusedAtOnce(deps, sent);
  return [...limited, ...refused.map(({ email }) => email)];
}
