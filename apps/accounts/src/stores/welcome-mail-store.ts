import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { after } from "../lifetimes.ts";

/** Seconds after which a queued mail that was not sent counts as lost: its retries end after a day. */
const LOST_SECONDS = 25 * 3_600;

/** Open accounts of these names without a password, whose mail was neither sent nor is under way. */
const unwelcomed = (usernames: readonly string[], now: Date) => sql`
  accounts.username = any(${usernames}::text[]) and accounts.state = 100 and accounts.password_hash is null
  and not exists (
    select from accounts.welcome_mails mail where mail.account_id = accounts.id
      and (mail.mailed_at is not null or mail.queued_at > ${after(now, -LOST_SECONDS)})
  )`;

/** Returns how many of these people would get a mail. The statement runs in any schema. */
export async function countUnwelcomed(db: Db, usernames: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from accounts.accounts where ${unwelcomed(usernames, now)}`.execute(db);
  return rows[0]?.people ?? 0;
}

/** Adds these people to those who wait for a mail, and sets the rate of all who wait. @returns how many of them wait. */
export async function addWelcomes(
  db: Db,
  usernames: readonly string[],
  perHour: number,
  now: Date,
): Promise<{ readonly people: number; readonly waiting: number }> {
  const { rows } = await sql`
    insert into accounts.welcome_mails as mail (account_id, per_hour)
    select id, ${perHour} from accounts.accounts where ${unwelcomed(usernames, now)} order by username
    on conflict (account_id) do update set queued_at = null
      where mail.mailed_at is null and (mail.queued_at is null or mail.queued_at <= ${after(now, -LOST_SECONDS)})
    returning account_id`.execute(db);
  const set = await sql`
    update accounts.welcome_mails set per_hour = ${perHour} where queued_at is null returning account_id`.execute(db);
  return { people: rows.length, waiting: set.rows.length };
}

/** Returns the rate of the next waiting mail, and when the last one was queued; null if none waits. Only one caller at a time gets on. */
export async function lockWelcomeRate(
  db: Db,
): Promise<{ readonly per_hour: number; readonly last_at: Date | null } | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('welcome mails', 0))`.execute(db);
  const { rows } = await sql<{ per_hour: number; last_at: Date | null }>`
    select per_hour, (select max(queued_at) from accounts.welcome_mails) as last_at
    from accounts.welcome_mails where queued_at is null order by position limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Takes the next people who wait. */
export async function takeWelcomes(db: Db, count: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    update accounts.welcome_mails set queued_at = ${now}
    where account_id in (
      select account_id from accounts.welcome_mails where queued_at is null order by position limit ${count} for update
    ) returning account_id`.execute(db);
  return rows.map((row) => row.account_id);
}

export async function noteWelcomed(db: Db, accountId: string, now: Date): Promise<void> {
  await db.updateTable("welcome_mails").set({ mailed_at: now }).where("account_id", "=", accountId).execute();
}
