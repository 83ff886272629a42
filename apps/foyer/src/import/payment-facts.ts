import type { AccountsTables } from "@foyer/accounts/tables";
import { sql, type Transaction } from "kysely";

/** What an export has to know of the payment side. */
export interface PaymentFacts {
  readonly isSandbox: boolean;
  /** Card numbers of each customer of the sandbox, the default one first. */
  readonly cards: ReadonlyMap<string, readonly string[]>;
  /** The exclusive tax rate of each subscription that has one. */
  readonly taxPercents: ReadonlyMap<string, number>;
}

export async function readPaymentFacts(tx: Transaction<AccountsTables>, isSandbox: boolean): Promise<PaymentFacts> {
  return {
    isSandbox,
    cards: isSandbox ? await readCards(tx) : new Map(),
    taxPercents: await readTaxPercents(tx),
  };
}

async function readCards(tx: Transaction<AccountsTables>): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ customer_id: string; number: string }>`
    select method.customer_id, method.body->'sandbox'->>'number' as number
    from sandbox.objects method
    join sandbox.objects customer on customer.id = method.customer_id
    where method.type = 'payment_method'
    order by method.customer_id,
      (method.id = customer.body->'invoice_settings'->>'default_payment_method') desc nulls last, method.sequence`.execute(
    tx,
  );
  const cards = new Map<string, string[]>();
  for (const { customer_id: customer, number } of rows) {
    const saved = cards.get(customer) ?? [];
    if (!saved.includes(number)) cards.set(customer, [...saved, number]);
  }
  return cards;
}

async function readTaxPercents(tx: Transaction<AccountsTables>): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; percent: number }>`
    select id, (rate->>'percentage')::float8 as percent
    from purchase.subscriptions, jsonb_array_elements(default_tax_rates) rate
    where not (rate->>'inclusive')::boolean`.execute(tx);
  return new Map(rows.map(({ id, percent }) => [id, percent]));
}
