import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import type { Account } from "../stores/account-store.ts";

/** The addresses that the account changed from since that time, newest first. An address may occur several times. */
export async function formerAddresses(
  db: Db,
  account: Pick<Account, "id" | "username">,
  since: Date,
): Promise<string[]> {
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
  return rows.map(({ address }) => address);
}
