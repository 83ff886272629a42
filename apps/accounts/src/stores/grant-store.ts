import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { type Selectable, sql } from "kysely";
import type { AppGrantTable } from "../db/app-tables.ts";
import type { Db, Tx } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { OPEN } from "./account-store.ts";

export type Grant = Selectable<AppGrantTable>;

/** Maximum number of live grants of one account and app. A further one ends the one that is idle longest. */
const LIVE_MAX = 20;

/** A grant that was last used before this is over. */
export const idleSince = (now: Date): Date => after(now, -lifetimes.appIdle);

/** Returns a live grant of an open account, or null. */
export async function findLiveGrant(db: Db, id: string, now: Date): Promise<Grant | null> {
  const { rows } = await sql<Grant>`
    select app_grants.* from app_grants join accounts on accounts.id = app_grants.account_id
    where app_grants.id = ${id} and ended_at is null and expires_at > ${now} and last_used_at > ${idleSince(now)}
      and accounts.state = ${OPEN}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the live grants of an account, the most recently used first. */
export async function liveGrantsOf(db: Db, accountId: string, now: Date): Promise<Grant[]> {
  return db
    .selectFrom("app_grants")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now)
    .where("last_used_at", ">", idleSince(now))
    .orderBy("last_used_at", "desc")
    .orderBy("id")
    .execute();
}

/** Adds a grant and ends the ones beyond 20 of that account and app. The account is locked. */
export async function insertGrant(tx: Tx, grant: Omit<Grant, "ended_at">): Promise<void> {
  await tx
    .insertInto("app_grants")
    .values({ ...grant, ended_at: null })
    .execute();
  const { rows } = await sql<{ id: string }>`
    select id from app_grants
    where account_id = ${grant.account_id} and app_id = ${grant.app_id} and ended_at is null
      and expires_at > ${grant.created_at} and last_used_at > ${idleSince(grant.created_at)} and id <> ${grant.id}
    order by last_used_at desc, created_at desc offset ${LIVE_MAX - 1}`.execute(tx);
  for (const { id } of rows) await endGrant(tx, id, grant.created_at);
}

/** Extends the newest live grant of that session, app and exactly those scopes to that time. @returns its id, or null without one. */
export async function extendGrant(
  tx: Tx,
  now: Date,
  until: Date,
  of: Pick<Grant, "account_id" | "app_id" | "session_id"> & { readonly scopes: readonly string[] },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update app_grants set expires_at = greatest(expires_at, ${until}::timestamptz)
    where id = (
      select id from app_grants
      where account_id = ${of.account_id} and app_id = ${of.app_id} and session_id = ${of.session_id}
        and scopes @> ${[...of.scopes]}::text[] and scopes <@ ${[...of.scopes]}::text[]
        and ended_at is null and expires_at > ${now} and last_used_at > ${idleSince(now)}
      order by created_at desc limit 1
    ) and ended_at is null
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Ends one grant: its tokens and the sessions that its app opened become invalid immediately on all instances.
 *
 * @returns the grant, or null if it had ended before.
 */
export async function endGrant(db: Db, id: string, now: Date): Promise<Grant | null> {
  const ended = await db
    .updateTable("app_grants")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  if (!ended) return null;
  await db.deleteFrom("sessions").where("app_grant_id", "=", id).execute();
  return ended;
}

/**
 * Ends all grants of an account and deletes its consents.
 *
 * @param except a session that stays open, even if an app opened it.
 * @returns how many ended.
 */
export async function endGrantsOf(db: Db, accountId: string, except?: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("app_grants")
    // Only pruning uses this time, so it need not be the sandbox's.
    .set({ ended_at: sql<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  await db.deleteFrom("app_consents").where("account_id", "=", accountId).execute();
  await sql`delete from sessions
    where account_id = ${accountId} and app_grant_id is not null and id is distinct from ${except ?? null}`.execute(db);
  return Number(numUpdatedRows);
}

/** Ends the grants of all apps but these, with the sessions that the others opened. @returns how many ended. */
export async function endGrantsOfOthers(db: Db, appIds: readonly string[], now: Date): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      update app_grants set ended_at = ${now} where ended_at is null and app_id <> all(${[...appIds]}::text[]) returning id
    ), closed as (delete from sessions using ended where sessions.app_grant_id = ended.id)
    select count(*)::integer as ended from ended`.execute(db);
  return rows[0]?.ended ?? 0;
}

/** Ends all grants of all accounts, after a restore. */
export async function endAllGrants(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("app_grants")
    .set({ ended_at: now })
    .where("ended_at", "is", null)
    .executeTakeFirst();
  await db.deleteFrom("app_tokens").execute();
  await db.deleteFrom("app_device_codes").execute();
  await db.deleteFrom("app_requests").execute();
  await db.deleteFrom("app_browsers").execute();
  await db.deleteFrom("app_portal_links").execute();
  return Number(numUpdatedRows);
}

/** Returns the scopes that the account allowed this app. */
export async function consentedScopes(db: Db, accountId: string, appId: string): Promise<string[]> {
  const row = await db
    .selectFrom("app_consents")
    .select("scopes")
    .where("account_id", "=", accountId)
    .where("app_id", "=", appId)
    .executeTakeFirst();
  return row?.scopes ?? [];
}

/** Adds scopes that the account allowed this app. */
export async function addConsent(
  db: Db,
  accountId: string,
  appId: string,
  scopes: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    insert into app_consents as held (account_id, app_id, scopes, allowed_at)
    values (${accountId}, ${appId}, ${[...scopes]}::text[], ${now})
    on conflict (account_id, app_id) do update set allowed_at = excluded.allowed_at,
      scopes = array(select distinct unnest(held.scopes || excluded.scopes) order by 1)`.execute(db);
}

/** Deletes the consent, so that the app must ask again. */
export async function forgetConsent(db: Db, accountId: string, appId: string): Promise<void> {
  await db.deleteFrom("app_consents").where("account_id", "=", accountId).where("app_id", "=", appId).execute();
}

/** Deletes grants that ended or expired before `before`. */
export async function pruneGrants(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "app_grants", sql`(expires_at < ${before} or ended_at < ${before})`);
}
