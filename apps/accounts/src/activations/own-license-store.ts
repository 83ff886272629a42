import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { OPEN } from "../people/account-store.ts";

/** A license of a person, or an unregistered key. */
export interface OwnKey {
  readonly description: string;
  readonly key: string | null;
}

/** Returns licenses that an account owns or holds a seat in, and unregistered keys whose owner is that address. @param addressKey of an address. */
export async function licensesOfAddress(
  db: Queryable<AccountsTables>,
  addressKey: string,
): Promise<{ readonly username: string | null; readonly licenses: readonly OwnKey[] }> {
  const { rows } = await sql<OwnKey & { username: string | null }>`
    select accounts.username, licenses.description,
      -- The key of a team's license is its owners'.
      case when exists (select from license_owners where license_id = licenses.id and account_id = accounts.id) then licenses.key end as key
    from accounts join licenses on licenses.id in (
      select license_id from license_owners where account_id = accounts.id
      union select license_id from seats where account_id = accounts.id
    )
    where accounts.email_key = ${addressKey} and accounts.state = ${OPEN}
    union all
    select null, description, key from license_keys
    where lower(owner) = ${addressKey} and license_id is null and eligible
    limit 100`.execute(db);
  return { username: rows.find(({ username }) => username !== null)?.username ?? null, licenses: rows };
}
