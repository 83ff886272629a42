import { deletedAccount } from "@foyer/domain/closed-account";
import type { Person } from "@foyer/service-kit/call";
import { settleMovedActivations } from "../activations/move-activations.ts";
import type { ActorKind, Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import { insertEventOfEach } from "../security-events/security-event-store.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import type { Account } from "../stores/account-store.ts";
import { seatIdsOf } from "../stores/account-seat-store.ts";
import type { License } from "../stores/license-store.ts";
import {
  type ChangedSeat,
  deleteDoubles,
  deleteInvitationsTo,
  deleteSeats,
  deleteSeatsBothHold,
  giveSeatsOf,
  moveSeatsTo,
  type SeatOfLicense,
  setHolder,
} from "./seat-change-store.ts";

// Every change of a seat's holder is in this file and runs under the lock of the license. It calls `noteLeft` or `noteTaken`, and a
// move calls both. These two write the effects of a change, for every cause, in the same transaction.

/** The act in the record of the license; null if another act records the change. */
type Shown = { readonly act: string; readonly byKind: ActorKind } | null;

/** Causes of moves: the holder keeps a seat. */
const moves = {
  /** The seat goes to the upgraded license. */
  upgrade: null,
  /** Staff move the seat to another license. */
  staff_move: null,
  /** The seat goes to the account that stays. */
  merge: null,
};

/** Why a seat is left. */
const leaving = {
  person: { act: "seats.removed", byKind: "person" },
  staff: { act: "seats.freed", byKind: "staff" },
  /** The mail server refused the invited address. */
  refused_mail: { act: "seats.refused_by_mail", byKind: "system" },
  /** The address of this seat became the address of another seat of the license. */
  double: { act: "seats.double_freed", byKind: "system" },
  /** The invited person's account was closed and is erased. */
  closing: { act: "seats.removed", byKind: "system" },
  /** The license has fewer seats than before. */
  decrease: null,
  trial_end: null,
  ...moves,
} as const satisfies Record<string, Shown>;

/** Why a seat is taken. */
const taking = {
  invitation: { act: "seats.accepted", byKind: "person" },
  /** A manager takes a seat of her own license. */
  person: { act: "seats.taken", byKind: "person" },
  ...moves,
} as const satisfies Record<string, Shown>;

type ItsLicense = Pick<License, "id" | "description">;

interface SeatChange<Cause> {
  readonly at: Date;
  readonly license: ItsLicense;
  readonly cause: Cause;
  /** The person who gave or took the seats; absent if the service did. */
  readonly by?: Pick<Person, "id" | "username">;
  readonly origin?: Origin;
}
type LeaveChange = SeatChange<keyof typeof leaving>;
type EndChange = SeatChange<Exclude<keyof typeof leaving, keyof typeof moves>>;
type TakeChange = SeatChange<keyof typeof taking>;

/** Maximum number of addresses stored with one event of a license. */
const RECORDED_ADDRESSES = 50;

/** The addresses of seats, as an event of their license stores them. */
export const recordedAddresses = (seats: readonly Pick<ChangedSeat, "email">[]): string[] =>
  seats.slice(0, RECORDED_ADDRESSES).map(({ email }) => email);

/** Writes the effects of "a seat was left". @param seats of the license, with the holders that they had. */
async function noteLeft(tx: Tx, { at, license, cause, by }: LeaveChange, seats: readonly ChangedSeat[]): Promise<void> {
  const shown: Shown = leaving[cause];
  if (shown) {
    await recordLicenseEvent(tx, at, license.id, {
      ...shown,
      by: shown.byKind === "person" ? (by?.username ?? null) : null,
      details: { count: seats.length, addresses: recordedAddresses(seats) },
    });
  }
  // The holder of a moved seat has a seat as before. A double is an invitation, or the seat of a closed account.
  if (cause in moves || cause === "double") return;
  const held = seats.flatMap(({ id, account_id: holder }) =>
    holder === null ? [] : { accountId: holder, target: id },
  );
  if (held.length === 0) return;
  const kind: SecurityEventKind = "seat.removed";
  const details = JSON.stringify({ license: license.description });
  await insertEventOfEach(tx, { at, kind, actor: by?.id ?? null, details }, held);
}

/** Writes the effects of "a seat was taken". @param seats of the license, with the holders that they have now. */
async function noteTaken(
  tx: Tx,
  { at, license, cause, by, origin }: TakeChange,
  seats: readonly ChangedSeat[],
): Promise<void> {
  const shown: Shown = taking[cause];
  if (!shown) return;
  for (const { id, account_id: holder, email } of seats) {
    await recordLicenseEvent(tx, at, license.id, {
      ...shown,
      by: by?.username ?? null,
      details: { seat: id, ...(cause === "invitation" ? { invited: email } : {}) },
    });
    await recordSecurityEvent(tx, at, origin ?? null, {
      kind: "seat.accepted",
      accountId: holder,
      actor: by?.id ?? null,
      target: id,
      details: { license: license.description },
    });
  }
}

/** Ends seats of a license: held ones become free with their devices, invitations become invalid. */
export async function endSeats(tx: Tx, change: EndChange, seats: readonly ChangedSeat[]): Promise<void> {
  if (seats.length === 0) return;
  const ids = seats.map(({ id }) => id);
  await deleteSeats(tx, change.license.id, ids, change.at);
  await noteLeft(tx, change, seats);
}

/** Notes what one statement changed in several licenses, license by license. */
async function eachLicense(
  changed: readonly SeatOfLicense[],
  note: (license: ItsLicense, seats: readonly SeatOfLicense[]) => Promise<void>,
): Promise<void> {
  for (const [id, seats] of Map.groupBy(changed, (seat) => seat.license_id)) {
    await note({ id, description: seats[0]?.description ?? "" }, seats);
  }
}

/**
 * Ends other seats of an address in the licenses of these seats, before the address becomes theirs: an invitation to it, or
 * the seat of a closed account that had it. An address has one seat of a license.
 *
 * The caller holds the locks of the licenses, so a concurrent invitation of the address either comes before and is deleted, or
 * comes after and finds the address seated.
 */
export async function endDoubles(tx: Tx, at: Date, seatIds: readonly string[], emailKey: string): Promise<void> {
  if (seatIds.length === 0) return;
  await eachLicense(await deleteDoubles(tx, seatIds, emailKey), (license, seats) =>
    noteLeft(tx, { at, license, cause: "double" }, seats),
  );
}

/** Ends the open invitations to the addresses of an erased account. The record of the license does not get the addresses. */
export async function endInvitationsOfErased(tx: Tx, at: Date, addresses: readonly string[]): Promise<void> {
  await eachLicense(await deleteInvitationsTo(tx, addresses), (license, seats) =>
    noteLeft(
      tx,
      { at, license, cause: "closing" },
      seats.map((seat) => ({ ...seat, email: deletedAccount })),
    ),
  );
}

/** Turns an invitation into a seat that this person holds. The caller has checked that she may have it. */
export async function giveSeat(
  tx: Tx,
  change: Omit<SeatChange<"invitation" | "person">, "by">,
  invited: Pick<ChangedSeat, "id" | "email">,
  holder: Account,
): Promise<void> {
  await endDoubles(tx, change.at, [invited.id], holder.email_key);
  await setHolder(tx, invited.id, change.at, holder);
  await noteTaken(tx, { ...change, by: holder }, [{ ...invited, account_id: holder.id }]);
}

/** Moves held seats with their holders and ids to another license. Ends their devices that have no place there. */
export async function moveSeats(
  deps: Pick<Deps, "brand">,
  tx: Tx,
  { from, to, ...change }: Omit<SeatChange<"upgrade" | "staff_move">, "license"> & Record<"from" | "to", License>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const moved = await moveSeatsTo(tx, ids, to.id);
  await settleMovedActivations(deps, tx, { from, to, seats: ids }, change.at);
  await noteLeft(tx, { ...change, license: from }, moved);
  await noteTaken(tx, { ...change, license: to }, moved);
}

/** Moves the seats of a merged account. If both accounts hold a seat of a license, one of them ends. */
export async function mergeSeats(
  tx: Tx,
  { from, into, ...change }: Pick<SeatChange<never>, "at" | "by"> & Record<"from" | "into", Account>,
): Promise<{ moved: number; freed: number }> {
  const freed = await deleteSeatsBothHold(tx, from.id, into.id);
  await endDoubles(tx, change.at, await seatIdsOf(tx, from.id), into.email_key);
  const moved = await giveSeatsOf(tx, from.id, into);
  const left = [...freed, ...moved].map((seat) => ({ ...seat, account_id: from.id }));
  await eachLicense(left, (license, seats) => noteLeft(tx, { ...change, license, cause: "merge" }, seats));
  await eachLicense(moved, (license, seats) => noteTaken(tx, { ...change, license, cause: "merge" }, seats));
  return { moved: moved.length, freed: freed.length };
}
