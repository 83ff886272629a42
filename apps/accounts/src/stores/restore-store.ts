import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { AccessRestoreTable } from "../db/access-restore-table.ts";
import type { Db, Tx } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { newId } from "../secrets/secret-values.ts";
import type { Account } from "./account-store.ts";

// Every change of a restore holds its account's lock, except the one by a sign-in, which locks the account for share. So only one
// of several concurrent ends succeeds.

export type Restore = Selectable<AccessRestoreTable>;

export async function findRestore(db: Db, id: string): Promise<Restore | null> {
  return (await db.selectFrom("access_restores").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The restore of an account that is asked for or waiting; an account has at most one. */
export async function liveRestoreOf(db: Db, accountId: string): Promise<Restore | null> {
  const row = await db
    .selectFrom("access_restores")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/** The newest restore of an account, unless it ended before `endedSince`. */
export async function newestRestoreOf(db: Db, accountId: string, endedSince: Date): Promise<Restore | null> {
  const row = await db
    .selectFrom("access_restores")
    .selectAll()
    .where("account_id", "=", accountId)
    .where((restore) => restore.or([restore("ended_at", "is", null), restore("ended_at", ">=", endedSince)]))
    .orderBy("asked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** When the account's owner last stopped a restore: by a mailed link, in a session or by signing in. */
export async function lastStoppedByOwner(db: Db, accountId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("access_restores")
    .select("ended_at")
    .where("account_id", "=", accountId)
    .where("stopped_by", "in", ["link", "owner", "sign_in"])
    .orderBy("ended_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.ended_at ?? null;
}

export async function insertRestore(
  tx: Tx,
  asked: Pick<Restore, "account_id" | "address" | "reason" | "asked_by" | "asked_at"> &
    Partial<Pick<Restore, "kind" | "state" | "due_at">>,
): Promise<Restore> {
  return tx
    .insertInto("access_restores")
    .values({ id: newId("rst"), state: "asked", ...asked })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Records the agreement of a second staff member to a change of the address, which then does not wait any more. */
export async function agreeToAddress(tx: Tx, id: string, staffId: string, now: Date): Promise<void> {
  await tx.updateTable("access_restores").set({ agreed_by: staffId, agreed_at: now }).where("id", "=", id).execute();
}

/** Records the agreement and starts the waiting time. Returns when the restore is due. */
export async function agreeToRestore(tx: Tx, id: string, staffId: string, now: Date): Promise<Date> {
  const due = after(now, lifetimes.restoreWait);
  await tx
    .updateTable("access_restores")
    .set({ state: "waiting", agreed_by: staffId, agreed_at: now, due_at: due })
    .where("id", "=", id)
    .execute();
  return due;
}

/**
 * Records that a mail was sent and delays the restore to 24 hours from now, so that the reader of that mail has the full time.
 */
export async function noteMailed(tx: Tx, secretId: string, restoreId: string, now: Date): Promise<void> {
  const due = after(now, lifetimes.restoreWait);
  await sql`update access_restores set due_at = greatest(due_at, ${due}::timestamptz)
    where id = ${restoreId} and state = 'waiting'`.execute(tx);
  await tx.updateTable("mailed_secrets").set({ sent_at: now }).where("id", "=", secretId).execute();
}

/** How a restore ended. */
export type End =
  | { readonly state: "done" }
  | { readonly state: "stopped"; readonly by: RestoreStop; readonly staffId?: string | undefined };

/** Ends an open restore. The mails about its end are still to be sent. */
export async function endRestore(tx: Tx, id: string, now: Date, end: End): Promise<Restore> {
  return tx
    .updateTable("access_restores")
    .set({
      state: end.state,
      ended_at: now,
      stopped_by: end.state === "stopped" ? end.by : null,
      stopped_by_staff: end.state === "stopped" ? (end.staffId ?? null) : null,
    })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stops the open restore of one account, or of all accounts. The sweep sends the mails about it. */
export async function stopLiveRestores(
  tx: Tx,
  now: Date,
  by: "closed" | "backup",
  accountId: string | null,
): Promise<void> {
  let query = tx
    .updateTable("access_restores")
    .set({ state: "stopped", stopped_by: by, ended_at: now })
    .where("ended_at", "is", null);
  if (accountId !== null) query = query.where("account_id", "=", accountId);
  await query.execute();
}

/**
 * Stops the waiting restore of an account, within the statement that opens its session: a person who signs in has not lost all access.
 * A change of the address alone is not stopped.
 */
export const stopAtSignInSql = (accountId: string, at: Date, when: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    update access_restores set state = 'stopped', stopped_by = 'sign_in', ended_at = ${at}
    where account_id = ${accountId} and kind = 'restore' and ended_at is null and ${when}`;

/** Restores that are due. */
export async function restoresDue(db: Db, now: Date): Promise<Restore[]> {
  return db
    .selectFrom("access_restores")
    .selectAll()
    .where("ended_at", "is", null)
    .where((restore) =>
      restore.or([
        restore("due_at", "<=", now),
        restore.and([restore("state", "=", "asked"), restore("asked_at", "<=", after(now, -lifetimes.restoreAsked))]),
      ]),
    )
    .orderBy("asked_at")
    .limit(200)
    .execute();
}

/** Restores that ended and that no mail has announced yet. */
export async function restoresUntold(db: Db): Promise<Restore[]> {
  return db
    .selectFrom("access_restores")
    .selectAll()
    .where("ended_at", "is not", null)
    .where("told_at", "is", null)
    .orderBy("ended_at")
    .limit(200)
    .execute();
}

/** Records that the end was announced. Returns false when a concurrent caller did it first. */
export async function noteTold(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("access_restores")
    .set({ told_at: now })
    .where("id", "=", id)
    .where("told_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The restore and account of a stop link, used or not; null for an expired or unknown link. */
export async function findByStopLink(
  tx: Tx,
  secretHash: Buffer,
  now: Date,
): Promise<{ readonly account_id: string; readonly restore_id: string } | null> {
  const { rows } = await sql<{ account_id: string; restore_id: string }>`
    select account_id, restore_id from mailed_secrets
    where secret_hash = ${secretHash} and restore_id is not null and expires_at > ${now}`.execute(tx);
  return rows[0] ?? null;
}

/** Number of its mails that are still queued. */
export async function mailsToSend(tx: Tx, restoreId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("mailed_secrets")
    .select((mails) => mails.fn.countAll<string>().as("count"))
    .where("restore_id", "=", restoreId)
    .where("sent_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The addresses that got a mail about the restore. */
export async function addressesMailed(tx: Tx, restoreId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("mailed_secrets")
    .select("address")
    .where("restore_id", "=", restoreId)
    .where("sent_at", "is not", null)
    .orderBy("purpose")
    .execute();
  return rows.map(({ address }) => address);
}

/** Invalidates its links and cancels its queued mails. */
export async function killStopLinks(tx: Tx, restoreId: string, now: Date): Promise<void> {
  await tx
    .updateTable("mailed_secrets")
    .set({ used_at: now })
    .where("restore_id", "=", restoreId)
    .where("used_at", "is", null)
    .execute();
}

/** The addresses that the account changed from since that time, newest first. An address may occur several times. */
export async function formerAddresses(
  db: Db,
  account: Pick<Account, "id" | "username">,
  since: Date,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select details ->> 'from' as address, at from security_events
        where account_id = ${account.id} and kind in ('email.changed', 'email.change_undone', 'access_restore.done')
      union all
      select before ->> 'email', at from staff_acts
        where target = ${`account:${account.username}`} and act in ('account.email', 'account.restored')
      union all
      select address, requested_at from mailed_secrets where account_id = ${account.id} and purpose = 'email_undo'
    ) had
    where at >= ${since} and address like '%_@_%' order by at desc`.execute(db);
  return rows.map(({ address }) => address);
}
