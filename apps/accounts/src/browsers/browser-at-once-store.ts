import { type RawBuilder, sql } from "kysely";
import { type Browser, deleteSurplusSql, seeBrowserSql, type Sighting } from "../stores/browser-store.ts";

// Each of these is the common table expression `browser`, with the id of the browser, of a statement with the expression `holder`: a row
// with the account's id if the session may be opened.

/** Records a sign-in from a known browser. Returns no row if the browser is no longer known. */
export const seenBrowserSql = (
  { id, secret_hash: secretHash }: Pick<Browser, "id" | "secret_hash">,
  accountId: string,
  sighting: Sighting,
): RawBuilder<unknown> => sql`browser as (
    ${seeBrowserSql(sql`${id}`, sighting)} and account_id = ${accountId} and secret_hash = ${secretHash}
      and exists (select from holder) returning id
  )`;

/** Adds a browser as `insertBrowser` does. Returns no row if the owner must be told of the sign-in. */
export const addQuietBrowserSql = (
  id: string,
  accountId: string,
  { at, ip, network, userAgent }: Sighting,
  secretHash: Buffer | null,
): RawBuilder<unknown> => sql`
    quiet as (
      select from browsers where account_id = ${accountId} having count(*) = 0 or bool_or(${network} = any(networks))
    ), browser as (
      insert into browsers (id, account_id, secret_hash, first_seen_at, last_seen_at, user_agent, ip, networks)
      select ${id}, holder.id, ${secretHash}::bytea, ${at}::timestamptz, ${at}::timestamptz, ${userAgent}, ${ip}, array[${network}]::text[]
      from holder, quiet returning id
    ), surplus as (${deleteSurplusSql(accountId, id, at)} and exists (select from browser))`;
