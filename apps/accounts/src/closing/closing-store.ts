import type { LicenseAtClosing } from "@foyer/domain/closed-account";
import { sql } from "kysely";
import type { Db, Tx } from "../db/schema.ts";
import { hasEnded } from "../stores/license-store.ts";
import { type Account, lockAccount, OPEN } from "../stores/account-store.ts";

type Closing = Pick<Account, "id" | "customer_ids">;

const concerned = (id: string) => sql`
  select license_id as id from license_owners where account_id = ${id}
  union select license_id from seats where account_id = ${id}
  union select subscriptions.license_id from subscriptions
    join accounts on accounts.id = ${id} and subscriptions.customer_id = any(accounts.customer_ids)`;

/** Locks the licenses that an account manages, pays for or has a seat in, in the order of their ids, and then the account. */
export async function lockForClosing(tx: Tx, accountId: string): Promise<Account | null> {
  await sql`select id from licenses where id in (${concerned(accountId)}) order by id for update`.execute(tx);
  return lockAccount(tx, accountId);
}

/** The licenses that an account manages or pays for, with the facts that closing needs. */
export async function licensesAtClosing(db: Db, account: Closing, now: Date): Promise<LicenseAtClosing[]> {
  const { rows } = await sql<{
    id: string;
    description: string;
    subscription_active: boolean | null;
    expires_at: Date | null;
    cancel_at_period_end: boolean | null;
    is_payer: boolean;
    is_manager: boolean;
    other_managers: number;
    others_seats: number;
  }>`
    select licenses.id, description, subscription_active, expires_at, licenses.cancel_at_period_end,
      coalesce(subscriptions.customer_id = any(${account.customer_ids}::text[]), false) as is_payer,
      exists (select from license_owners where license_id = licenses.id and account_id = ${account.id}) as is_manager,
      (
        select count(*)::int from license_owners join accounts on accounts.id = license_owners.account_id
        where license_id = licenses.id and account_id <> ${account.id} and accounts.state = ${OPEN}
      ) as other_managers,
      (
        select count(*)::int from seats where license_id = licenses.id and account_id is not null and account_id <> ${account.id}
      ) as others_seats
    from licenses left join subscriptions on subscriptions.id = licenses.subscription_id
    where licenses.id in (select license_id from license_owners where account_id = ${account.id})
      or subscriptions.customer_id = any(${account.customer_ids}::text[])
    order by licenses.registered_at, licenses.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    description: row.description,
    renews: row.subscription_active === true && row.cancel_at_period_end !== true,
    isPayer: row.is_payer,
    isManager: row.is_manager,
    isLive: !hasEnded(row, now),
    otherManagers: row.other_managers,
    othersSeats: row.others_seats,
  }));
}
