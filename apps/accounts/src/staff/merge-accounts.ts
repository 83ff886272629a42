import { normalizeAccountName } from "@foyer/domain/account-name";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import { giveReservationsOf } from "../stores/reserved-license-store.ts";
import { giveTrialsOf } from "../stores/trial-store.ts";
import type { Tx } from "../db/schema.ts";
import { lockLicense } from "../stores/license-store.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { deletePasskeysOf } from "../stores/passkey-store.ts";
import { type Account, OPEN, setClosed, setCustomers } from "../stores/account-store.ts";
import { mergeSeats } from "../seats/seat-changes.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { recordStaffEvent } from "./license-record.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { giveDevicesOf, giveOwnershipOf, licensesConcerned } from "./merge-store.ts";
import { repairBoth, type RepairOf } from "../staff-acts/repair.ts";

const MERGED = 301;

async function moveAll(tx: Tx, staff: Staff, from: Account, into: Account, now: Date): Promise<Snapshot> {
  // Every change of seats locks the licenses first, in the order of their ids.
  for (const id of await licensesConcerned(tx, from.id)) await lockLicense(tx, id);
  const licenses = await giveOwnershipOf(tx, from.id, into.id);
  await giveReservationsOf(tx, from.id, into.id);
  await giveTrialsOf(tx, from.id, into.id);
  const seats = await mergeSeats(tx, { at: now, by: staff, from, into });
  await giveDevicesOf(tx, from.id, into.id);
  const customers = [...new Set([...into.customer_ids, ...from.customer_ids])];
  await setCustomers(tx, into.id, customers);
  await setCustomers(tx, from.id, []);
  await setClosed(tx, from, MERGED, "staff", now);
  for (const id of licenses) {
    await recordStaffEvent(tx, now, id, "license.transferred", { from: from.username, owners: [into.username] });
  }
  return { licenses, seats_moved: seats.moved, seats_freed: seats.freed, customer_id: from.customer_ids };
}

/**
 * Merges two accounts: licenses, seats and customers move to the other account, and the first is closed permanently (301).
 *
 * Its address becomes free. Open invitations to that address stay valid for holders of their links.
 */
export const staffMergeAccounts: RepairOf<{ readonly into: string }> = (deps, staff, username, request) => {
  if (normalizeAccountName(username) === normalizeAccountName(request.into)) {
    refuse("input.invalid", { field: "into", reason: "other_account" });
  }
  return repairBoth(deps, staff, "account.merge", { ...request, from: username }, async (tx, now, from, into) => {
    if (into.state !== OPEN) refuse("permission.denied", { reason: "account_stays_closed" });
    if (from.state === MERGED) refuse("permission.denied", { reason: "account_merged" });
    const ended = await endEverything(tx, from, now, true);
    // No one can sign in to this account again.
    await deletePasskeysOf(tx, from.id);
    const moved = await moveAll(tx, staff, from, into, now);
    const event = { kind: "account.merged", accountId: from.id, actor: staff.id, target: into.id } as const;
    await recordSecurityEvent(tx, now, null, event);
    await queueAccountNotice(tx, deps.addJob, from.id, "account_closed", now);
    const after = { account_state: MERGED, into: into.username, ...moved, sessions_ended: ended };
    // The act appears on both timelines: this entry is for the other account, `repair` adds the first one's.
    await insertAct(tx, {
      at: now,
      staff: staff.username,
      act: "account.merge_into",
      target: `account:${into.username}`,
      reason: request.reason,
      before: null,
      after: { from: from.username, ...moved },
    });
    return { target: `account:${from.username}`, before: { account_state: from.state }, after };
  });
};
