import { type Insertable, type Selectable, sql } from "kysely";
import type { AppPortalLinkTable, AppRequestTable, Payload } from "../db/app-tables.ts";
import type { Db, Tx } from "../db/schema.ts";
import type { Amr } from "../db/session-tables.ts";
import { OPEN } from "../stores/account-store.ts";

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

/** Returns a request of a browser with these cookies and locks it until the transaction ends. */
export async function lockRequest(
  tx: Tx,
  hash: Buffer,
  browserHashes: readonly Buffer[],
  now: Date,
): Promise<AppRequest | null> {
  if (browserHashes.length === 0) return null;
  const row = await tx
    .selectFrom("app_requests")
    .selectAll()
    .where("hash", "=", hash)
    .where("browser_hash", "in", browserHashes)
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

/** @returns false if the request was deleted before. */
export async function deleteRequest(db: Db, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("app_requests").where("hash", "=", hash).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores the provider's own session of a browser. */
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
  readonly started_at: Date;
  readonly proved_at: Date;
  readonly amr: Amr[];
}

/** Live portal sessions for apps: no views of staff members, and none that an app opened. */
const liveSessions = (now: Date) => sql`
    sessions join accounts on accounts.id = sessions.account_id and accounts.state = ${OPEN}
      and not sessions.account_closed and sessions.viewed_by is null and sessions.app_grant_id is null
      and sessions.refresh_expires_at > ${now}`;
const SHOWN = sql`sessions.id as session_id, sessions.account_id, sessions.started_at, sessions.proved_at, sessions.amr`;

/** Returns the live session in which a browser with these cookies last answered. */
export async function findBrowserSession(
  db: Db,
  browserHashes: readonly Buffer[],
  now: Date,
): Promise<BrowserSession | null> {
  const { rows } = await sql<BrowserSession>`
    select ${SHOWN} from ${liveSessions(now)}
    join app_browser_sessions on app_browser_sessions.session_id = sessions.id
    where app_browser_sessions.browser_hash = any(${browserHashes}::bytea[])
    order by app_browser_sessions.answered_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the live session with the refresh token of that hash. */
export async function findPortalSession(db: Db, refreshHash: Buffer, now: Date): Promise<BrowserSession | null> {
  const { rows } = await sql<BrowserSession>`
    select ${SHOWN} from ${liveSessions(now)} where sessions.refresh_hash = ${refreshHash}`.execute(db);
  return rows[0] ?? null;
}

/** When the person of a session last proved all methods in `amr`. A later proof by the password alone does not renew a code. */
export const authenticatedAt = ({
  amr,
  started_at,
  proved_at,
}: Pick<BrowserSession, "amr" | "started_at" | "proved_at">): Date => (amr.includes("otp") ? started_at : proved_at);

/** Stores that the browser answered in that session. */
export async function noteBrowserSession(db: Db, browserHash: Buffer, sessionId: string, now: Date): Promise<void> {
  await sql`
    insert into app_browser_sessions (browser_hash, session_id, answered_at) values (${browserHash}, ${sessionId}, ${now})
    on conflict (browser_hash) do update set session_id = excluded.session_id, answered_at = excluded.answered_at`.execute(
    db,
  );
}

export async function insertPortalLink(db: Db, row: Insertable<AppPortalLinkTable>): Promise<void> {
  await db.insertInto("app_portal_links").values(row).execute();
}

/** Marks a link as used and returns it, or null if it was used before or has expired. */
export async function takePortalLink(
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<{ readonly grant_id: string; readonly path: string } | null> {
  const row = await db
    .updateTable("app_portal_links")
    .set({ used_at: now })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .returning(["grant_id", "path"])
    .executeTakeFirst();
  return row ?? null;
}
