import type { AccountsTables } from "@foyer/accounts/tables";
import { sql, type Transaction } from "kysely";

type Tx = Transaction<AccountsTables>;

/** Returns all cards of the sandbox with their customers, each default card first. */
export async function sandboxCards(tx: Tx): Promise<{ readonly customer_id: string; readonly number: string }[]> {
  const { rows } = await sql<{ customer_id: string; number: string }>`
    select method.customer_id, method.body->'sandbox'->>'number' as number
    from sandbox.objects method
    join sandbox.objects customer on customer.id = method.customer_id
    where method.type = 'payment_method'
    order by method.customer_id,
      (method.id = customer.body->'invoice_settings'->>'default_payment_method') desc nulls last, method.sequence`.execute(
    tx,
  );
  return rows;
}

/** Returns the subscriptions with an exclusive tax rate. */
export async function exclusiveTaxRates(tx: Tx): Promise<{ readonly id: string; readonly percent: number }[]> {
  const { rows } = await sql<{ id: string; percent: number }>`
    select id, (rate->>'percentage')::float8 as percent
    from purchase.subscriptions, jsonb_array_elements(default_tax_rates) rate
    where not (rate->>'inclusive')::boolean`.execute(tx);
  return rows;
}
