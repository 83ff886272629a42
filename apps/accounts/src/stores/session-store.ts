import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import { endTrustOf } from "./browser-store.ts";
import type { AccountsTables, Db, Tx } from "../db/schema.ts";
import type { SessionTable, SpentRefreshTokenTable } from "../db/session-tables.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { insertEventSql } from "../security-events/security-event-store.ts";
import { endGrantsOf } from "./grant-store.ts";
import { type Credential, OPEN } from "./account-store.ts";
import { stopAtSignInSql } from "./restore-store.ts";

export type SessionRow = Selectable<SessionTable>;

/**
 * Holder of separate password tries, which count instead of those of the account: a known browser, or a session in which the
 * password is proved again. All sessions that one app opens share the tries of its grant.
 */
export type OwnTries = `${"browser" | "session" | "grant"}:${string}`;

/** Maximum idle time and total lifetime of a session, in seconds. */
export interface SessionLimits {
  readonly idle: number;
  readonly whole: number;
}

/** A session to be opened; `account_id` comes from its credential. */
export type NewSession = Omit<
  SessionRow,
  "account_id" | "account_closed" | "idle_seconds" | "passkey_id" | "browser_id" | "app_grant_id"
> & {
  readonly idle_seconds?: number;
  readonly passkey_id?: string | null;
  readonly browser_id?: string | null;
  readonly app_grant_id?: string | null;
};

/** Rows that the statement of a new session writes too. */
export interface WithSession {
  readonly event?: Insertable<AccountsTables["security_events"]>;
  /**
   * Common table expressions, the last of which that matters is `browser`, with the id of the session's browser. If it has no row, no
   * session is added.
   */
  readonly browser?: RawBuilder<unknown>;
  /** Further common table expressions, each after a comma. They must do nothing unless `when` is true. */
  readonly further?: (when: RawBuilder<unknown>) => RawBuilder<unknown>;
}

/**
 * Adds a session of an open account if its credential is still the one that was proved, and what belongs to it, in one statement.
 * Waits for a concurrent change of the credential and then checks again.
 *
 * @returns false, and adds nothing, when the credential has changed or the account is closed, or `browser` has no row.
 */
export async function insertSession(
  db: Db,
  { id: accountId, credential_version: version }: Credential,
  row: NewSession,
  { event, browser, further = () => sql`` }: WithSession = {},
): Promise<boolean> {
  const source = browser ? sql`holder, browser` : sql`holder`;
  const when = sql`exists (select from ${source})`;
  const recorded = event ? sql`, recorded as (${insertEventSql(event, source)})` : sql``;
  const stopped =
    row.viewed_by === null ? sql`, stopped as (${stopAtSignInSql(accountId, row.started_at, when)})` : sql``;
  const { rows } = await sql<{ id: string }>`
    with holder as (
      select id from accounts
      where id = ${accountId} and credential_version = ${version} and state = ${OPEN} for share
    )${browser ? sql`, ${browser}` : sql``}${further(when)}${recorded}${stopped}
    insert into sessions (id, account_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, ends_at,
      proved_at, started_at, refreshed_at, user_agent, ip, viewed_by, idle_seconds, amr, passkey_id, browser_id, app_grant_id)
    select ${row.id}, holder.id, ${row.access_hash}::bytea, ${row.access_expires_at}::timestamptz, ${row.refresh_hash}::bytea,
      ${row.refresh_expires_at}::timestamptz, ${row.ends_at}::timestamptz, ${row.proved_at}::timestamptz,
      ${row.started_at}::timestamptz, ${row.refreshed_at}::timestamptz, ${row.user_agent}, ${row.ip}, ${row.viewed_by},
      ${row.idle_seconds ?? lifetimes.refreshToken}::int, ${row.amr}::text[],
      ${row.passkey_id ?? null}, ${browser ? sql`browser.id` : (row.browser_id ?? null)}, ${row.app_grant_id ?? null} from ${source}
    returning id`.execute(db);
  return rows.length > 0;
}

/** The locked session of a live refresh token; only one of several concurrent refreshes gets it. */
export async function lockSessionByRefresh(tx: Tx, refreshHash: Buffer): Promise<SessionRow | null> {
  const row = await tx
    .selectFrom("sessions")
    .selectAll()
    .where("refresh_hash", "=", refreshHash)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export type SpentToken = Selectable<SpentRefreshTokenTable> & { readonly session: SessionRow };

/** A spent refresh token of a live session; locks the session. */
export async function lockSpentToken(tx: Tx, tokenHash: Buffer): Promise<SpentToken | null> {
  const spent = await tx
    .selectFrom("spent_refresh_tokens")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!spent) return null;
  const session = await tx
    .selectFrom("sessions")
    .selectAll()
    .where("id", "=", spent.session_id)
    .forUpdate()
    .executeTakeFirst();
  return session ? { ...spent, session } : null;
}

export async function insertSpentToken(db: Db, row: Insertable<SpentRefreshTokenTable>): Promise<void> {
  await db.insertInto("spent_refresh_tokens").values(row).execute();
}

export async function updateSession(db: Db, id: string, change: Partial<SessionRow>): Promise<void> {
  await db.updateTable("sessions").set(change).where("id", "=", id).execute();
}

/** Notes that the person has just proved herself in a session. One that an app opened gets its first method by that. */
export async function noteProof(db: Db, id: string, now: Date, method: "pwd" | "hwk"): Promise<void> {
  await sql`update sessions set proved_at = ${now}, amr = case when amr = '{}' then array[${method}] else amr end
    where id = ${id}`.execute(db);
}

/** Marks a session as opened by a code too, and shortens it to the given limits, counted from now. */
export async function addCodeToSession(db: Db, id: string, now: Date, limits: SessionLimits): Promise<void> {
  const [idleEnd, end] = [after(now, limits.idle), after(now, limits.whole)];
  await sql`update sessions set amr = case when 'hwk' = any(amr) then '{hwk,otp}'::text[] else '{pwd,otp}' end, idle_seconds = least(idle_seconds, ${limits.idle}::int),
    ends_at = least(ends_at, ${end}::timestamptz), refresh_expires_at = least(refresh_expires_at, ${idleEnd}::timestamptz)
    where id = ${id}`.execute(db);
}

/**
 * The password tries that a session uses: its own, or those of the grant if an app opened the session, because an app can open many.
 */
export async function ownTriesOf(db: Db, id: string): Promise<OwnTries | undefined> {
  const row = await db.selectFrom("sessions").select("app_grant_id").where("id", "=", id).executeTakeFirst();
  return row && (row.app_grant_id === null ? `session:${id}` : `grant:${row.app_grant_id}`);
}

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  return (await db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The session, locked so that it cannot end before the transaction does. Lock its account first. */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | null> {
  return (await tx.selectFrom("sessions").selectAll().where("id", "=", id).forKeyShare().executeTakeFirst()) ?? null;
}

/** The live sessions of an account, the last used first, without views by staff. */
export async function sessionsOf(db: Db, accountId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom("sessions")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("refresh_expires_at", ">", now)
    .where("viewed_by", "is", null)
    .orderBy("refreshed_at", "desc")
    .execute();
}

/** Ends one session; both its tokens become invalid at once, on every instance. */
export async function deleteSession(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the views that a staff member has of other accounts. */
export async function deleteViewsBy(db: Db, staff: string): Promise<void> {
  await db.deleteFrom("sessions").where("viewed_by", "=", staff).execute();
}

/**
 * Ends the sessions of an account, its views of other accounts, the trust in all of its browsers, and its grants of apps.
 *
 * @param except a session that stays open.
 * @returns the number of ended sessions, without views of other accounts.
 */
export async function deleteSessionsOf(db: Db, accountId: string, except?: string): Promise<number> {
  await endTrustOf(db, accountId);
  await endGrantsOf(db, accountId, except);
  await sql`delete from sessions using accounts
    where accounts.id = ${accountId} and sessions.viewed_by = accounts.username`.execute(db);
  let query = db.deleteFrom("sessions").where("account_id", "=", accountId);
  if (except !== undefined) query = query.where("id", "<>", except);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Ends the sessions of an account that is being closed, also in case it is reopened. The rows stay until their access tokens
 * would have expired, so that the owner can learn why they ended. Ends the trust in its browsers and its grants of apps.
 *
 * @returns the number of ended sessions.
 */
export async function closeSessionsOf(db: Db, accountId: string, now: Date): Promise<number> {
  await endTrustOf(db, accountId);
  await endGrantsOf(db, accountId);
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ account_closed: true, refresh_hash: null, refresh_expires_at: now, ends_at: now })
    .where("account_id", "=", accountId)
    .where("account_closed", "=", false)
    .executeTakeFirst();
  // This must run last, because a concurrent refresh that came first has just stored its spent token.
  await sql`delete from spent_refresh_tokens using sessions
    where sessions.id = spent_refresh_tokens.session_id and sessions.account_id = ${accountId}`.execute(db);
  return Number(numUpdatedRows);
}

/** Deletes sessions that ended long ago, and the seeds of spent tokens past their grace period. */
export async function pruneSessions(db: Db, endedBefore: Date, spentBefore: Date): Promise<void> {
  await deleteInSteps(db, "sessions", sql`ends_at < ${endedBefore}`);
  await db
    .updateTable("spent_refresh_tokens")
    .set({ successor_seed: null })
    .where("successor_seed", "is not", null)
    .where("spent_at", "<", spentBefore)
    .execute();
}

/** Ends every session of every account. @returns their number. */
export async function deleteAllSessions(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("sessions").executeTakeFirst();
  return Number(numDeletedRows);
}
