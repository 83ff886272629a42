import { addressKey } from "@foyer/domain/addresses";
import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { OPEN } from "./account-store.ts";

/** A license of a person, or a key whose owner she is. */
export interface OwnKey {
  readonly description: string;
  readonly key: string | null;
  /** `elsewhere`: registered in an account that is not of that address. */
  readonly place: "account" | "unregistered" | "elsewhere";
}

/** Returns licenses that an account owns or holds a seat in, and the other keys whose owner is that address. */
export async function licensesOfAddress(
  db: Db,
  address: string,
): Promise<{ readonly username: string | null; readonly licenses: readonly OwnKey[] }> {
  const key = addressKey(address);
  // The owner of a key is text, in the spelling that was imported.
  const spellings = [key, address.trim().toLowerCase()];
  const { rows } = await sql<OwnKey & { username: string | null }>`
    select accounts.username, licenses.description,
      -- The key of a team's license is its owners'.
      case when exists (select from license_owners where license_id = licenses.id and account_id = accounts.id) and licenses.key_revoked_at is null then licenses.key end as key, 'account' as place
    from accounts join licenses on licenses.id in (
      select license_id from license_owners where account_id = accounts.id
      union select license_id from seats where account_id = accounts.id
    )
    where accounts.email_key = ${key} and accounts.state = ${OPEN}
    union all
    select null, description, key, case when license_id is null then 'unregistered' else 'elsewhere' end as place from license_keys
    where lower(owner) = any(${spellings}::text[]) and eligible and not exists (
      select from license_owners join accounts on accounts.id = license_owners.account_id
      where license_owners.license_id = license_keys.license_id
        and accounts.email_key = ${key} and accounts.state = ${OPEN}
    )
    limit 100`.execute(db);
  return { username: rows.find(({ username }) => username !== null)?.username ?? null, licenses: rows };
}
