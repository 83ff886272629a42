import type { Repair } from "@foyer/contract/staff-wire";
import { normalizeAccountName } from "@foyer/domain/account-name";
import { refuse } from "@foyer/service-kit/errors";
import { sql, type Transaction } from "kysely";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { lockLicense } from "../licenses/license-store.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { deletePasskeysOf } from "../passkeys/passkey-store.ts";
import { type Account, OPEN, setClosed } from "../people/account-store.ts";
import { freeDoubles } from "../seats/free-doubles.ts";
import { seatIdsOf } from "../seats/seat-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { endEverything } from "./end-everything.ts";
import { recordStaffEvent } from "./license-record.ts";
import type { Staff } from "./lock-for-staff.ts";
import { repairBoth, type RepairRequest } from "./repair.ts";

type Tx = Transaction<AccountsTables>;

const MERGED = 301;

/** Every license that the account owns or sits in: whoever changes seats locks them, in the order of their ids. */
async function lockLicensesOf(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select license_id as id from license_owners where account_id = ${accountId}
    union select license_id from seats where account_id = ${accountId} order by id`.execute(tx);
  for (const { id } of rows) await lockLicense(tx, id);
  return rows.map(({ id }) => id);
}

/** Where both own a license, one ownership is enough. */
async function moveOwnership(tx: Tx, from: string, into: string): Promise<string[]> {
  const owned = await tx.selectFrom("license_owners").select("license_id").where("account_id", "=", from).execute();
  await sql`
    delete from license_owners other using license_owners kept
    where other.account_id = ${from} and kept.account_id = ${into} and kept.license_id = other.license_id`.execute(tx);
  await tx.updateTable("license_owners").set({ account_id: into }).where("account_id", "=", from).execute();
  await sql`update mailed_secrets set former_managers = array_replace(former_managers, ${from}, ${into})
    where ${from} = any(former_managers) and used_at is null`.execute(tx);
  return owned.map((row) => row.license_id);
}

/** Where both hold a seat of a license, one of them is freed. */
async function moveHeldSeats(
  tx: Tx,
  from: Account,
  into: Account,
  now: Date,
): Promise<{ moved: number; freed: number }> {
  const freed = await sql`
    delete from seats other using seats kept
    where other.account_id = ${from.id} and kept.account_id = ${into.id} and kept.license_id = other.license_id`.execute(
    tx,
  );
  const { username, email, email_key } = into;
  await freeDoubles(tx, now, await seatIdsOf(tx, from.id), email_key);
  const { numUpdatedRows } = await tx
    .updateTable("seats")
    .set({ account_id: into.id, username, email, email_key })
    .where("account_id", "=", from.id)
    .executeTakeFirst();
  return { moved: Number(numUpdatedRows), freed: Number(freed.numAffectedRows ?? 0n) };
}

async function moveAll(tx: Tx, from: Account, into: Account, now: Date): Promise<Snapshot> {
  await lockLicensesOf(tx, from.id);
  const licenses = await moveOwnership(tx, from.id, into.id);
  const seats = await moveHeldSeats(tx, from, into, now);
  const customers = [...new Set([...into.customer_ids, ...from.customer_ids])];
  await tx.updateTable("accounts").set({ customer_ids: customers }).where("id", "=", into.id).execute();
  await tx.updateTable("accounts").set({ customer_ids: [] }).where("id", "=", from.id).execute();
  await setClosed(tx, from, MERGED, "staff", now);
  for (const id of licenses) {
    await recordStaffEvent(tx, now, id, "license.transferred", { from: from.username, owners: [into.username] });
  }
  return { licenses, seats_moved: seats.moved, seats_freed: seats.freed, customer_id: from.customer_ids };
}

/**
 * Makes one account of two: licenses, seats and customers go to the other, and the first is closed for good (301).
 *
 * Its address is free from then on; open invitations to it stay as they are, for whoever has their link.
 */
export function staffMergeAccounts(
  deps: Deps,
  staff: Staff,
  username: string,
  request: RepairRequest & { readonly into: string },
): Promise<Repair> {
  if (normalizeAccountName(username) === normalizeAccountName(request.into)) {
    refuse("input.invalid", { field: "into", message: "Name the other account." });
  }
  return repairBoth(deps, staff, "account.merge", { ...request, from: username }, async (tx, now, from, into) => {
    if (into.state !== OPEN) refuse("permission.denied", { message: "The account that stays is closed." });
    if (from.state === MERGED) refuse("permission.denied", { message: "The account was merged before." });
    const ended = await endEverything(tx, from, now, true);
    // Nobody signs in to it again.
    await deletePasskeysOf(tx, from.id);
    const moved = await moveAll(tx, from, into, now);
    const event = { kind: "account.merged", accountId: from.id, actor: staff.id, target: into.id } as const;
    await recordSecurityEvent(tx, now, null, event);
    await queueAccountNotice(tx, deps.addJob, from.id, "account_closed", now);
    const after = { account_state: MERGED, into: into.username, ...moved, sessions_ended: ended };
    // On both timelines; the other account's is written here, the first one's with every repair's.
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
}
