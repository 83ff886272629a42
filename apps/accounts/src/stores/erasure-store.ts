import { addressKey } from "@foyer/domain/addresses";
import { erasureDueBefore } from "@foyer/domain/closed-account";
import { type Selectable, sql } from "kysely";
import type { Db, ErasureTable, Tx } from "../db/schema.ts";
import { type Account, OPEN } from "./account-store.ts";
import { liveHold } from "./legal-hold-store.ts";

export type Erasure = Selectable<ErasureTable>;

/** Minimum time left until the erasure of an account that was closed at an unknown time. */
const KNOWN_LATE_DAYS = 7;

/** True when the erasure of the account has begun; then it can no longer be reopened. */
export async function isErased(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("erasures")
    .select("account_id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The erasure of the account, finished or not; null when none has begun. */
export async function findErasure(db: Db, accountId: string): Promise<Erasure | null> {
  return (await db.selectFrom("erasures").selectAll().where("account_id", "=", accountId).executeTakeFirst()) ?? null;
}

/**
 * Sets the closing time of accounts that an earlier version or an import closed. Takes it from the security events if possible, but
 * leaves at least a week in which staff can set a legal hold.
 */
export async function dateClosed(db: Db, now: Date): Promise<void> {
  const earliest = new Date(erasureDueBefore(now).getTime() + KNOWN_LATE_DAYS * 86_400_000);
  await sql`
    update accounts set closed_at = greatest(${earliest}::timestamptz, coalesce(
      (
        select max(at) from security_events
        where account_id = accounts.id and kind in ('account.closed', 'account.merged') and at <= ${now}
      ),
      ${now}::timestamptz
    ))
    where state <> ${OPEN} and closed_at is null`.execute(db);
}

/** Ids of closed accounts that are due and not on legal hold, the longest closed first. */
export async function accountsToErase(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from accounts
    where state <> ${OPEN} and closed_at <= ${erasureDueBefore(now)}
      and not exists (select from erasures where account_id = accounts.id)
      and not exists (select from legal_holds where account_id = accounts.id and until > ${now})
    order by closed_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** True when that account is due for erasure. The caller holds its lock. */
export async function isDue(tx: Tx, account: Account, now: Date): Promise<boolean> {
  if (account.state === OPEN || account.closed_at === null || account.closed_at > erasureDueBefore(now)) return false;
  return (await liveHold(tx, account.id, now)) === null;
}

/**
 * Stores what the erasure will search for: the name, the addresses that belonged only to this account, and its customers at the
 * provider.
 */
export async function insertErasure(tx: Tx, account: Account, now: Date): Promise<void> {
  await sql`
    insert into erasures (account_id, username, addresses, customer_ids, begun_at, closed_at)
    select ${account.id}, ${account.username}, ${await ownAddresses(tx, account)}::text[],
      array(
        select customer from unnest(${account.customer_ids}::text[]) customer
        where not exists (
          select from accounts other where customer = any(other.customer_ids) and other.id <> ${account.id} and other.state = ${OPEN}
        )
      ),
      ${now}, ${account.closed_at}
    on conflict do nothing`.execute(tx);
}

/** The addresses that belonged only to this account, each in lower case as it was typed and in the form of `addressKey`. */
async function ownAddresses(tx: Tx, account: Account): Promise<string[]> {
  const { rows: known } = await sql<{ address: string }>`
    select distinct lower(address) as address from (
      select ${account.email}::text as address
      union all select address from mailed_secrets where account_id = ${account.id}
      union all select former_address from mailed_secrets where account_id = ${account.id}
      union all select address from access_restores where account_id = ${account.id}
      union all select details ->> field from security_events, unnest(array['from', 'to']) field where account_id = ${account.id}
      union all select state ->> 'email' from staff_acts, unnest(array[before, after]) state
        where target = ${`account:${account.username}`}
    ) known
    where address like '%_@_%'`.execute(tx);
  const keys = known.map(({ address }) => addressKey(address));
  const { rows: taken } = await sql<{ key: string }>`
    select email_key as key from accounts where email_key = any(${keys}::text[]) and state = ${OPEN}`.execute(tx);
  const others = new Set(taken.map(({ key }) => key));
  const own = known.map(({ address }) => address).filter((address) => !others.has(addressKey(address)));
  return [...new Set(own.flatMap((address) => [address, addressKey(address)]))];
}

/** Erasures with an unfinished part in this service. */
export async function unfinishedErasures(db: Db): Promise<Erasure[]> {
  return db.selectFrom("erasures").selectAll().where("records_at", "is", null).orderBy("begun_at").limit(200).execute();
}

/** Erasures with an unfinished part in the purchase service. */
export async function erasuresAtProvider(db: Db): Promise<Erasure[]> {
  return db
    .selectFrom("erasures")
    .selectAll()
    .where("payments_at", "is", null)
    .orderBy("begun_at")
    .limit(100)
    .execute();
}

/** The erasure, locked, if its records are still to be erased. */
export async function lockUnfinished(tx: Tx, accountId: string): Promise<Erasure | null> {
  const row = await tx
    .selectFrom("erasures")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("records_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Records that a step is done. The last step also deletes the person's name and addresses from the erasure itself. */
export async function noteStep(
  db: Db,
  accountId: string,
  step: "synced_data_at" | "records_at" | "payments_at",
  now: Date,
): Promise<void> {
  await db
    .updateTable("erasures")
    .set({ [step]: now })
    .where("account_id", "=", accountId)
    .execute();
  await db
    .updateTable("erasures")
    .set({ username: null, addresses: [] })
    .where("account_id", "=", accountId)
    .where("records_at", "is not", null)
    .where("payments_at", "is not", null)
    .execute();
}
