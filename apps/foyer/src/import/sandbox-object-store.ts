import type { AccountsTables } from "@foyer/accounts/tables";
import { sql, type Transaction } from "kysely";

type Tx = Transaction<AccountsTables>;

/** A subscription of the sandbox and its invoices, the oldest first, as the provider would send them. */
export async function subscriptionObjects(
  tx: Tx,
  id: string,
): Promise<{ readonly subscription: unknown; readonly invoices: readonly unknown[] }> {
  const subscription = await sql<{ body: unknown }>`select body from sandbox.objects where id = ${id}`.execute(tx);
  const invoices = await sql<{ body: unknown }>`
    select body from sandbox.objects where parent_id = ${id} and type = 'invoice' order by sequence`.execute(tx);
  return { subscription: subscription.rows[0]?.body, invoices: invoices.rows.map(({ body }) => body) };
}

/** Which of these subscription ids the sandbox or the purchase service knows. */
export async function knownSubscriptionIds(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox.objects where type = 'subscription' and id = any(${ids}::text[])
    union select id from purchase.subscriptions where id = any(${ids}::text[])`.execute(tx);
  return rows.map(({ id }) => id);
}
