import { isInUse } from "@foyer/domain/seats";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { hasEnded, type License, lockLicense } from "../stores/license-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { takeMailsByOthers } from "../mail/mail-limits.ts";
import { queueInvitations } from "../mail/send-invitations.ts";
import { queueSeatRemoved } from "../mail/send-seat-removed.ts";
import { renewHeldInvitations } from "../stores/held-invitation-store.ts";
import { endSeats, moveSeats, recordedAddresses } from "../seats/seat-changes.ts";
import { renewInvitations, type SeatRow, seatsOfLicense } from "../stores/seat-store.ts";
import { recordStaffEvent } from "./license-record.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { type Change, repair, type RepairOf, type RepairRequest } from "../staff-acts/repair.ts";

interface SeatsRequest extends RepairRequest {
  readonly seats: readonly string[];
}

/** The named seats; refuses if one does not belong to the license. */
async function namedSeats(tx: Tx, licenseId: string, ids: readonly string[]): Promise<SeatRow[]> {
  const wanted = new Set(ids);
  const seats = (await seatsOfLicense(tx, licenseId)).filter(({ id }) => wanted.has(id));
  if (seats.length !== wanted.size) refuse("seats.unknown", { field: "seats" });
  return seats;
}

const idsOf = (seats: readonly SeatRow[]): string[] => seats.map(({ id }) => id);

/** Frees seats: held ones end at once and their holders get a mail, invitations become invalid. */
async function freeSeats(
  { addJob, brand }: Deps,
  tx: Tx,
  staff: Staff,
  license: License,
  seats: readonly SeatRow[],
  now: Date,
): Promise<Change> {
  await endSeats(tx, { at: now, license, cause: "staff", by: staff }, seats);
  await queueSeatRemoved(tx, addJob, {
    description: license.description,
    managerEmail: brand.contacts.support,
    cause: "removed",
    addresses: seats.filter(isInUse).map(({ email }) => email),
  });
  const addresses = recordedAddresses(seats);
  return {
    target: `license:${license.id}`,
    before: { seats: addresses, used_seats: license.used_seats },
    after: { seats: [], used_seats: license.used_seats - seats.length },
  };
}

async function refuseUnfit(tx: Tx, to: License, seats: readonly SeatRow[]): Promise<void> {
  if (!seats.every(isInUse)) {
    refuse("seats.unknown", { reason: "invitation", field: "seats" });
  }
  if (to.total_seats - to.used_seats < seats.length) refuse("seats.not_enough", { field: "to" });
  const there = await seatsOfLicense(tx, to.id);
  const double = seats.find((seat) =>
    there.some((other) => other.account_id === seat.account_id || other.email_key === seat.email_key),
  );
  if (double) {
    refuse("seats.already_held", { reason: "there", facts: { email: double.email }, field: "seats" });
  }
}

async function moveTo(
  deps: Deps,
  tx: Tx,
  staff: Staff,
  from: License,
  to: License,
  seats: readonly SeatRow[],
  now: Date,
): Promise<Change> {
  await refuseUnfit(tx, to, seats);
  await moveSeats(deps, tx, { at: now, from, to, cause: "staff_move", by: staff }, idsOf(seats));
  const details = { count: seats.length, addresses: recordedAddresses(seats) };
  await recordStaffEvent(tx, now, from.id, "seats.moved_away", { ...details, to: to.id });
  await recordStaffEvent(tx, now, to.id, "seats.moved_here", { ...details, from: from.id });
  return {
    target: `license:${from.id}`,
    before: { license: from.id, seats: details.addresses, used_seats: from.used_seats },
    after: { license: to.id, seats: details.addresses, used_seats: from.used_seats - seats.length },
  };
}

/** Frees seats, or moves held ones with their holders and ids to another license. */
export const staffMoveSeats: RepairOf<SeatsRequest & { readonly to?: string | undefined }> = (
  deps,
  staff,
  id,
  wanted,
) => {
  const { to } = wanted;
  if (to === id) refuse("input.invalid", { field: "to", reason: "seats_there" });
  return repair(deps, staff, "license.seats", wanted, async (tx, now) => {
    const licenses = new Map<string, License>();
    // Several licenses are always locked in the order of their ids.
    for (const each of [id, ...(to === undefined ? [] : [to])].toSorted()) {
      licenses.set(each, (await lockLicense(tx, each)) ?? refuse("object.not_found"));
    }
    const from = licenses.get(id) ?? refuse("object.not_found");
    const seats = await namedSeats(tx, id, wanted.seats);
    const target = to === undefined ? undefined : licenses.get(to);
    return target ? moveTo(deps, tx, staff, from, target, seats, now) : freeSeats(deps, tx, staff, from, seats, now);
  });
};

/**
 * Sends open invitations again with the same link, valid for another 30 days. The mail to an address over the hourly limit of
 * mails caused by others is held until the limit allows it.
 */
export const staffResendInvitation: RepairOf<SeatsRequest> = (deps, staff, id, wanted) =>
  repair(deps, staff, "license.resend", wanted, async (tx, now) => {
    const license = (await lockLicense(tx, id)) ?? refuse("object.not_found");
    const seats = await namedSeats(tx, id, wanted.seats);
    if (seats.some(isInUse)) refuse("seats.unknown", { field: "seats" });
    if (hasEnded(license, now)) refuse("license.ended");
    const expiresAt = after(now, lifetimes.invitation);
    const hasRoom = await takeMailsByOthers(
      deps,
      tx,
      seats.map(({ email }) => email),
    );
    const due = idsOf(seats.filter((_, at) => hasRoom[at]));
    await renewInvitations(tx, due, expiresAt);
    await renewHeldInvitations(tx, idsOf(seats.filter((_, at) => !hasRoom[at])), expiresAt);
    await queueInvitations(tx, deps.addJob, due);
    await recordStaffEvent(tx, now, id, "seats.resent", { count: seats.length });
    return {
      target: `license:${id}`,
      before: { invitations: recordedAddresses(seats), expires_date: earliestEnd(seats) },
      after: { invitations: recordedAddresses(seats), expires_date: expiresAt.toISOString() },
    };
  });

function earliestEnd(seats: readonly SeatRow[]): string | null {
  const ends = seats.flatMap((seat) => seat.invitation_expires_at ?? []).map((at) => at.toISOString());
  return ends.toSorted()[0] ?? null;
}
