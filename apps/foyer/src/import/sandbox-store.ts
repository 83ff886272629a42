import type { AccountsTables } from "@foyer/accounts/tables";
import type { seedPlans } from "@foyer/payment-sandbox/seed";
import { CompiledQuery, sql, type Transaction } from "kysely";

type Tx = Transaction<AccountsTables>;
type Client = Parameters<typeof seedPlans>[0];

/** Returns the transaction's connection in the form that the sandbox needs. */
export function sandboxClient(tx: Tx): Client {
  const query = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  };
  // The sandbox only calls `query` with a text and values, and only this form is implemented.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { query } as unknown as Client;
}

/** Returns a subscription of the sandbox and its invoices, in the format of the provider's API. */
export async function readSandboxObjects(
  tx: Tx,
  id: string,
): Promise<{ readonly subscription: unknown; readonly invoices: readonly unknown[] }> {
  const subscription = await sql<{ body: unknown }>`select body from sandbox.objects where id = ${id}`.execute(tx);
  const invoices = await sql<{ body: unknown }>`
    select body from sandbox.objects where parent_id = ${id} and type = 'invoice' order by sequence`.execute(tx);
  return { subscription: subscription.rows[0]?.body, invoices: invoices.rows.map(({ body }) => body) };
}

/** Returns the ids that the sandbox or the purchase service knows. */
export async function knownSubscriptions(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox.objects where type = 'subscription' and id = any(${ids}::text[])
    union select id from purchase.subscriptions where id = any(${ids}::text[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
