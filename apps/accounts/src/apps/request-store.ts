import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql, type Transaction } from "kysely";
import type { AppRequestTable, Payload } from "../db/app-tables.ts";
import type { AccountsTables } from "../db/schema.ts";
import type { Amr } from "../db/session-tables.ts";
import { OPEN } from "../people/account-store.ts";

type Db = Queryable<AccountsTables>;
export type AppRequest = Selectable<AppRequestTable>;

/** Adds the request of an app, or replaces its payload. */
export async function saveRequest(
  db: Db,
  row: Omit<AppRequest, "payload"> & { readonly payload: Payload },
): Promise<void> {
  await sql`
    insert into app_requests (hash, payload, browser_hash, created_at, expires_at)
    values (${row.hash}, ${JSON.stringify(row.payload)}::jsonb, ${row.browser_hash}, ${row.created_at}, ${row.expires_at})
    on conflict (hash) do update set payload = excluded.payload`.execute(db);
}

export async function findRequest(db: Db, hash: Buffer, now: Date): Promise<AppRequest | null> {
  const row = await db
    .selectFrom("app_requests")
    .selectAll()
    .where("hash", "=", hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a request of that browser and locks it until the transaction ends. */
export async function lockRequest(
  tx: Transaction<AccountsTables>,
  hash: Buffer,
  browserHash: Buffer,
  now: Date,
): Promise<AppRequest | null> {
  const row = await tx
    .selectFrom("app_requests")
    .selectAll()
    .where("hash", "=", hash)
    .where("browser_hash", "=", browserHash)
    .where("expires_at", ">", now)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the person's answer. */
export async function setRequestPayload(db: Db, hash: Buffer, payload: Payload): Promise<void> {
  await db
    .updateTable("app_requests")
    .set({ payload: JSON.stringify(payload) })
    .where("hash", "=", hash)
    .execute();
}

export async function deleteRequest(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom("app_requests").where("hash", "=", hash).execute();
}

/** Returns the provider's own session of a browser. */
export async function saveBrowser(db: Db, hash: Buffer, payload: Payload, expiresAt: Date): Promise<void> {
  await sql`
    insert into app_browsers (hash, payload, expires_at) values (${hash}, ${JSON.stringify(payload)}::jsonb, ${expiresAt})
    on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(db);
}

export async function findBrowserPayload(db: Db, hash: Buffer, now: Date): Promise<Payload | null> {
  const row = await db
    .selectFrom("app_browsers")
    .select("payload")
    .where("hash", "=", hash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.payload ?? null;
}

export async function deleteBrowser(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom("app_browsers").where("hash", "=", hash).execute();
}

/** The portal session in which a browser last answered an app. */
export interface BrowserSession {
  readonly session_id: string;
  readonly account_id: string;
  readonly proved_at: Date;
  readonly amr: Amr[];
}

/** Returns the live session in which a browser last answered. Views of staff members are excluded. */
export async function findBrowserSession(db: Db, browserHash: Buffer, now: Date): Promise<BrowserSession | null> {
  const { rows } = await sql<BrowserSession>`
    select sessions.id as session_id, sessions.account_id, sessions.proved_at, sessions.amr
    from app_browser_sessions join sessions on sessions.id = app_browser_sessions.session_id
    join accounts on accounts.id = sessions.account_id
    where app_browser_sessions.browser_hash = ${browserHash} and accounts.state = ${OPEN}
      and not sessions.account_closed and sessions.viewed_by is null and sessions.app_grant_id is null
      and sessions.refresh_expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Stores that the browser answered in that session. */
export async function noteBrowserSession(db: Db, browserHash: Buffer, sessionId: string, now: Date): Promise<void> {
  await sql`
    insert into app_browser_sessions (browser_hash, session_id, answered_at) values (${browserHash}, ${sessionId}, ${now})
    on conflict (browser_hash) do update set session_id = excluded.session_id, answered_at = excluded.answered_at`.execute(
    db,
  );
}
