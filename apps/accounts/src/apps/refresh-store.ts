import type { Database } from "@foyer/service-kit/db";
import { type FromJson, pointRead } from "@foyer/service-kit/point-read";
import { sql } from "kysely";
import type { Payload } from "../db/app-tables.ts";
import type { AccountsTables, Db } from "../db/schema.ts";
import { idleSince } from "../stores/grant-store.ts";
import { OPEN } from "../stores/account-store.ts";
import type { NewToken } from "../stores/app-token-store.ts";

interface RefreshRow {
  readonly payload: Payload;
  readonly expires_at: Date;
  readonly consumed_at: Date | null;
  readonly grant_id: string;
  readonly app_id: string;
  readonly scopes: string[];
  readonly grant_expires_at: Date;
  /** False if the grant was not used for too long. */
  readonly is_grant_live: boolean;
  readonly account_id: string;
  readonly username: string;
  readonly email: string;
}

/** All that a refresh reads: the token, its grant and its account. */
export type Refresh = FromJson<RefreshRow>;

const selectRefresh = pointRead<{ readonly hash: Buffer; readonly now: Date; readonly idleSince: Date }, RefreshRow>(
  (at) => sql<RefreshRow>`
    select app_tokens.payload, app_tokens.expires_at, app_tokens.consumed_at, app_grants.id as grant_id,
      app_grants.app_id, app_grants.scopes, app_grants.expires_at as grant_expires_at,
      app_grants.last_used_at > ${at.idleSince} as is_grant_live, accounts.id as account_id, accounts.username,
      accounts.email
    from app_tokens
    join app_grants on app_grants.id = app_tokens.grant_id
    join accounts on accounts.id = app_grants.account_id
    where app_tokens.hash = ${at.hash} and app_tokens.kind = 'RefreshToken' and app_grants.ended_at is null
      and app_grants.expires_at > ${at.now} and accounts.state = ${sql.lit(OPEN)}`,
);

/** Reads a refresh token whose grant has not ended and whose account is open, expired or not; null for any other. */
export async function readRefresh(
  database: Pick<Database<AccountsTables>, "kysely" | "read">,
  hash: Buffer,
  now: Date,
): Promise<Refresh | null> {
  return (await selectRefresh(database, { hash, now, idleSince: idleSince(now) }))[0] ?? null;
}

/**
 * Marks the refresh token of that hash as used, and adds its successor and an access token, in one statement. Counts as a use of the
 * grant.
 *
 * @returns false if the grant has ended since it was read; then nothing is written.
 */
export async function writeRefresh(
  db: Db,
  now: Date,
  spent: Buffer,
  successor: NewToken,
  access: NewToken,
): Promise<boolean> {
  const valuesOf = ({ hash, kind, payload, expires_at }: NewToken) =>
    sql`(${hash}::bytea, ${kind}::text, ${JSON.stringify(payload)}::jsonb, ${expires_at}::timestamptz)`;
  // The update waits for a transaction that ends the grant, and then finds it ended.
  const { numAffectedRows } = await sql`
    with used as (
      update app_grants set last_used_at = greatest(last_used_at, ${now}::timestamptz)
      where id = ${successor.grant_id} and ended_at is null and expires_at > ${now} returning id
    ), spent as (
      update app_tokens set consumed_at = ${now}
      where hash = ${spent} and kind = 'RefreshToken' and consumed_at is null and exists (select from used)
    )
    insert into app_tokens (hash, kind, grant_id, payload, expires_at)
    select added.hash, added.kind, used.id, added.payload, added.expires_at
    from used, (values ${valuesOf(successor)}, ${valuesOf(access)}) added (hash, kind, payload, expires_at)`.execute(
    db,
  );
  return numAffectedRows === 2n;
}
