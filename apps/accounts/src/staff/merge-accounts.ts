import type { Repair } from "@foyer/contract/staff-wire";
import { normaliseAccountName } from "@foyer/domain/account-name";
import type { Person } from "@foyer/service-kit/call";
import { refuse } from "@foyer/service-kit/errors";
import { sql, type Transaction } from "kysely";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { lockLicense } from "../licenses/license-store.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { type Account, lockAccount, OPEN } from "../people/account-store.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { endEverything } from "./end-everything.ts";
import { recordStaffEvent } from "./license-record.ts";
import { accountNamed } from "./read-pages.ts";
import { repair, type RepairRequest } from "./repair.ts";
import { refuseColleagues } from "./staff-rules.ts";

type Tx = Transaction<AccountsTables>;

const MERGED = 301;

/** Both accounts, locked in the order of their ids. */
async function lockBoth(tx: Tx, fromName: string, intoName: string): Promise<{ from: Account; into: Account }> {
  const ids = [(await accountNamed(tx, fromName)).id, (await accountNamed(tx, intoName)).id];
  const locked = new Map<string, Account>();
  for (const id of ids.toSorted()) locked.set(id, (await lockAccount(tx, id)) ?? refuse("object.not_found"));
  const [from, into] = ids.map((id) => locked.get(id));
  if (!from || !into) refuse("object.not_found");
  return { from, into };
}

/** Every licence that the account owns or sits in: whoever changes seats locks them, in the order of their ids. */
async function lockLicensesOf(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select license_id as id from license_owners where account_id = ${accountId}
    union select license_id from seats where account_id = ${accountId} order by id`.execute(tx);
  for (const { id } of rows) await lockLicense(tx, id);
  return rows.map(({ id }) => id);
}

/** Where both own a licence, one ownership is enough. */
async function moveOwnership(tx: Tx, from: string, into: string): Promise<string[]> {
  const owned = await tx.selectFrom("license_owners").select("license_id").where("account_id", "=", from).execute();
  await sql`
    delete from license_owners other using license_owners kept
    where other.account_id = ${from} and kept.account_id = ${into} and kept.license_id = other.license_id`.execute(tx);
  await tx.updateTable("license_owners").set({ account_id: into }).where("account_id", "=", from).execute();
  return owned.map((row) => row.license_id);
}

/** Where both hold a seat of a licence, one of them is freed. */
async function moveHeldSeats(tx: Tx, from: Account, into: Account): Promise<{ moved: number; freed: number }> {
  const freed = await sql`
    delete from seats other using seats kept
    where other.account_id = ${from.id} and kept.account_id = ${into.id} and kept.license_id = other.license_id`.execute(
    tx,
  );
  const { username, email, email_key } = into;
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
  const seats = await moveHeldSeats(tx, from, into);
  const customers = [...new Set([...into.customer_ids, ...from.customer_ids])];
  await tx.updateTable("accounts").set({ customer_ids: customers }).where("id", "=", into.id).execute();
  await tx.updateTable("accounts").set({ state: MERGED, customer_ids: [] }).where("id", "=", from.id).execute();
  for (const id of licenses) {
    await recordStaffEvent(tx, now, id, "license.transferred", { from: from.username, owners: [into.username] });
  }
  return { licenses, seats_moved: seats.moved, seats_freed: seats.freed, customer_id: from.customer_ids };
}

/**
 * Makes one account of two: licences, seats and customers go to the other, and the first is closed for good (301).
 *
 * Its address is free from then on; open invitations to it stay as they are, for whoever has their link.
 */
export function mergeAccounts(
  deps: Deps,
  staff: Person,
  username: string,
  { into: intoName, ...request }: RepairRequest & { readonly into: string },
): Promise<Repair> {
  if (normaliseAccountName(username) === normaliseAccountName(intoName)) {
    refuse("input.invalid", { field: "into", message: "Name the other account." });
  }
  return repair(deps, staff, "account.merge", request, async (tx, now) => {
    const { from, into } = await lockBoth(tx, username, intoName);
    for (const account of [from, into]) refuseColleagues(staff, account);
    if (into.state !== OPEN) refuse("permission.denied", { message: "The account that stays is closed." });
    if (from.state === MERGED) refuse("permission.denied", { message: "The account was merged before." });
    const ended = await endEverything(tx, from, now, true);
    const moved = await moveAll(tx, from, into, now);
    const event = { kind: "account.merged", accountId: from.id, actor: staff.id, target: into.id };
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
