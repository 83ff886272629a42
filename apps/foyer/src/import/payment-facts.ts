import type { AccountsTables } from "@foyer/accounts/tables";
import type { Transaction } from "kysely";
import { exclusiveTaxRates, sandboxCards } from "./payment-fact-store.ts";

/** What an export needs from the payment side. */
export interface PaymentFacts {
  readonly isSandbox: boolean;
  /** Card numbers of each customer of the sandbox, the default first. */
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
  const cards = new Map<string, string[]>();
  for (const { customer_id: customer, number } of await sandboxCards(tx)) {
    const saved = cards.get(customer) ?? [];
    if (!saved.includes(number)) cards.set(customer, [...saved, number]);
  }
  return cards;
}

async function readTaxPercents(tx: Transaction<AccountsTables>): Promise<Map<string, number>> {
  return new Map((await exclusiveTaxRates(tx)).map(({ id, percent }) => [id, percent]));
}
