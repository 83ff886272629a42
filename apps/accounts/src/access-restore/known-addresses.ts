import { addressKey } from "@foyer/domain/addresses";
import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { Account } from "../people/account-store.ts";

/**
 * Every address that was the account's within the last 365 days, the present one first, each once.
 *
 * Addresses that were asked for and never confirmed do not count: whoever took an account over could name anybody's.
 */
export async function knownAddresses(
  db: Queryable<AccountsTables>,
  account: Pick<Account, "id" | "username" | "email">,
  now: Date,
): Promise<string[]> {
  const since = after(now, -lifetimes.knownAddress);
  const { rows } = await sql<{ address: string }>`
    select address from (
      select details ->> 'from' as address, at from security_events
        where account_id = ${account.id} and kind in ('email.changed', 'email.change_undone', 'access_restore.done')
      union all
      select before ->> 'email', at from staff_acts
        where target = ${`account:${account.username}`} and act in ('account.email', 'account.restored')
      union all
      select address, requested_at from mailed_secrets where account_id = ${account.id} and purpose = 'email_undo'
    ) had
    where at >= ${since} and address like '%_@_%' order by at desc`.execute(db);
  const known = new Map<string, string>();
  for (const address of [account.email, ...rows.map((row) => row.address)]) {
    if (!known.has(addressKey(address))) known.set(addressKey(address), address);
  }
  return [...known.values()];
}
