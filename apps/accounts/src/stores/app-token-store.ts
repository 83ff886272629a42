import { deleteInSteps } from "@foyer/service-kit/prune-store";
import type { Database } from "@foyer/service-kit/db";
import { pointRead } from "@foyer/service-kit/point-read";
import { type Selectable, sql } from "kysely";
import type { AppTokenKind, AppTokenTable, Payload } from "../db/app-tables.ts";
import type { AccountsTables, Db } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { OPEN } from "./account-store.ts";
import { type OwnRead, perOwnRead } from "./own-read.ts";

export type AppToken = Selectable<AppTokenTable>;
export type NewToken = Omit<AppToken, "payload" | "consumed_at"> & { readonly payload: Payload };

/** Adds a token, and counts as a use of its grant. */
export async function insertToken(db: Db, now: Date, row: NewToken): Promise<void> {
  const isUse = row.kind !== "AuthorizationCode";
  await sql`
    with used as (
      update app_grants set last_used_at = greatest(last_used_at, ${now}::timestamptz)
      where id = ${row.grant_id} and ${isUse}
    )
    insert into app_tokens (hash, kind, grant_id, payload, expires_at)
    select ${row.hash}::bytea, ${row.kind}::text, ${row.grant_id}::text, ${JSON.stringify(row.payload)}::jsonb, ${row.expires_at}::timestamptz`.execute(
    db,
  );
}

/** A token of that kind with a live grant, expired or not. */
export async function findToken(db: Db, kind: AppTokenKind, hash: Buffer, now: Date): Promise<AppToken | null> {
  const { rows } = await sql<AppToken>`
    select app_tokens.* from app_tokens
    join app_grants on app_grants.id = app_tokens.grant_id
    join accounts on accounts.id = app_grants.account_id
    where app_tokens.hash = ${hash} and app_tokens.kind = ${kind} and accounts.state = ${OPEN}
      and app_grants.ended_at is null and app_grants.expires_at > ${now}`.execute(db);
  return rows[0] ?? null;
}

/** Marks a token as used. @returns false if it was used before. */
export async function consumeToken(db: Db, kind: AppTokenKind, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("app_tokens")
    .set({ consumed_at: now })
    .where("hash", "=", hash)
    .where("kind", "=", kind)
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteToken(db: Db, kind: AppTokenKind, hash: Buffer): Promise<void> {
  await db.deleteFrom("app_tokens").where("hash", "=", hash).where("kind", "=", kind).execute();
}

/** The holder of an app's access token. */
export interface AppTokenHolder {
  readonly grant_id: string;
  readonly app_id: string;
  readonly scope: string;
  /** A time as text. */
  readonly expires_at: string;
  readonly account_id: string;
  readonly username: string;
  readonly email: string;
  readonly customer_ids: string[];
  /** The value of the own read. */
  readonly own: unknown;
}

interface AccessToken {
  readonly hash: Buffer;
  readonly now: Date;
  /** The id in the path of the call; empty without one. */
  readonly id: string;
}

const selectHolder = perOwnRead((own) =>
  pointRead<AccessToken, AppTokenHolder>(
    ({ hash, now, id }) => sql<AppTokenHolder>`
    select app_grants.id as grant_id, app_grants.app_id, coalesce(app_tokens.payload ->> 'scope', '') as scope,
      app_tokens.expires_at, caller.id as account_id, caller.username, caller.email, caller.customer_ids,
      ${own ? own.json({ account: sql.ref("caller.id"), now, id }) : sql`null`} as own
    from app_tokens
    join app_grants on app_grants.id = app_tokens.grant_id
    join accounts caller on caller.id = app_grants.account_id
    where app_tokens.hash = ${hash} and app_tokens.kind = 'AccessToken' and app_tokens.expires_at > ${now}
      and app_grants.ended_at is null and app_grants.expires_at > ${now} and caller.state = ${sql.lit(OPEN)}`,
  ),
);

/**
 * The holder of an access token that has not expired, of a live grant and an open account.
 *
 * @param own data of the holder to read in the same select; null for none.
 */
export async function findAppTokenHolder(
  database: Pick<Database<AccountsTables>, "kysely" | "read">,
  token: AccessToken,
  own: OwnRead<unknown> | null,
): Promise<AppTokenHolder | null> {
  return (await selectHolder(own)(database, token))[0] ?? null;
}

/** Deletes values that expired a day ago. A spent code or refresh token contains its grant, so its repeat is recognized without its row. */
export async function pruneAppValues(db: Db, now: Date): Promise<void> {
  const dayAgo = after(now, -24 * 3_600);
  await deleteInSteps(db, "app_tokens", sql`expires_at < ${dayAgo}`);
  await deleteInSteps(db, "app_device_codes", sql`expires_at < ${dayAgo}`);
  await deleteInSteps(db, "app_requests", sql`expires_at < ${now}`);
  await deleteInSteps(db, "app_browsers", sql`expires_at < ${now}`);
  await deleteInSteps(db, "app_portal_links", sql`expires_at < ${dayAgo}`);
  await sql`delete from app_keys where retired_at < ${after(now, -lifetimes.appKey)}`.execute(db);
}
