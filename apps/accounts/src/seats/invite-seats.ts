import type { Seat } from "@foyer/contract/seats";
import { addressFault, splitAddresses } from "@foyer/domain/addresses";
import { planInvitations } from "@foyer/domain/invitations";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse, type RefusalOptions } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { hasEnded, type License, lockLicense } from "../stores/license-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { takeMailsByOthers } from "../mail/mail-limits.ts";
import { queueInvitations } from "../mail/send-invitations.ts";
import { newId, newReference, newShortCode } from "../secrets/secret-values.ts";
import { addressesRefusedAtOnce, withdrawRefused } from "./refused-invitations.ts";
import { insertInvitations, type NewInvitation, seatsOfLicense } from "../stores/seat-store.ts";
import { recordedAddresses } from "./seat-changes.ts";
import { licenseSeats } from "./seat-wire.ts";

export interface InvitedSeats {
  readonly seats: Seat[];
  readonly emails_not_sent: string[];
}

/**
 * Invites addresses to seats of a license: either all or none, and never more than fit.
 *
 * An address that holds or is invited to a seat gets no second one. The mail to an address over the hourly limit of mails caused
 * by others is held until the limit allows it. An address that the mail server rejects permanently within two seconds is
 * reported, and its seat is removed.
 *
 * @param given a list, or text separated by white space, commas or line breaks.
 */
export async function inviteSeats(
  deps: Deps,
  person: Person,
  licenseId: string,
  given: string | readonly string[],
): Promise<InvitedSeats> {
  const { db, config } = deps;
  const entries = typeof given === "string" ? splitAddresses(given) : given;
  if (entries.length === 0) refuse("input.invalid", { field: "seats", reason: "no_address" });
  const invited = await inTransaction(db, (tx) => invite(deps, tx, person, licenseId, entries));
  const notSent = await addressesRefusedAtOnce(
    deps,
    invited.map(({ id }) => id),
  );
  if (notSent.length > 0) await withdrawRefused(deps, licenseId, notSent);
  return {
    seats: await licenseSeats(db, licenseId, config.publicOrigin),
    emails_not_sent: notSent.map(({ email }) => email),
  };
}

async function invite(
  deps: Deps,
  tx: Tx,
  person: Person,
  licenseId: string,
  entries: readonly string[],
): Promise<NewInvitation[]> {
  const { clock, addJob } = deps;
  const now = clock.now();
  const license = (await lockLicense(tx, licenseId)) ?? refuse("object.not_found");
  if (hasEnded(license, now)) refuse("license.ended");
  const invitations = await newInvitations(deps, tx, license, entries);
  await insertInvitations(
    tx,
    { licenseId, by: person.id, at: now, expiresAt: after(now, lifetimes.invitation) },
    invitations,
  );
  if (invitations.length === 0) return invitations;
  await queueInvitations(
    tx,
    addJob,
    invitations.filter(({ mailState }) => mailState === "queued").map(({ id }) => id),
  );
  await recordLicenseEvent(tx, now, licenseId, {
    act: "seats.invited",
    by: person.username,
    byKind: "person",
    details: { count: invitations.length, addresses: recordedAddresses(invitations) },
  });
  return invitations;
}

/** Lists the refused entries, and says why of the first that looks like an address. */
function invalidEmails(entries: readonly string[]): RefusalOptions<"seats.invalid_emails"> {
  const unusual = entries.find((entry) => addressFault(entry.trim()) !== "malformed");
  const extra = { invalid_emails: entries };
  return unusual === undefined ? { extra } : { extra, reason: "unusual", facts: { text: unusual.trim() } };
}

async function newInvitations(
  deps: Deps,
  tx: Tx,
  license: License,
  entries: readonly string[],
): Promise<NewInvitation[]> {
  const seated = (await seatsOfLicense(tx, license.id)).map(({ email }) => email);
  const plan = planInvitations(entries, seated, license.total_seats - license.used_seats);
  if (plan.refusal !== null) {
    refuse(plan.refusal, plan.invalidEmails.length > 0 ? invalidEmails(plan.invalidEmails) : {});
  }
  const hasRoom = await takeMailsByOthers(deps, tx, plan.invite);
  return plan.invite.map((email, at) => ({
    id: newId("seat"),
    email,
    reference: newReference(),
    shortCode: newShortCode(),
    mailState: hasRoom[at] === true ? "queued" : "held",
  }));
}
