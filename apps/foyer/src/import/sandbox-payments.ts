import type { AccountsTables } from "@foyer/accounts/tables";
import type { Brand } from "@foyer/contract/brand";
import { seedCard, seedCustomer, seedPlans } from "@foyer/payment-sandbox/seed";
import { seedSubscription } from "@foyer/payment-sandbox/seed-subscription";
import { insertCustomers } from "@foyer/purchase/import";
import {
  type FirstNews,
  findCustomer,
  importSubscription,
  readProviderObjects,
} from "@foyer/purchase/import-subscription";
import type { PurchaseTables } from "@foyer/purchase/tables";
import type { Transaction } from "kysely";
import type { NewSubscription, PaymentSide } from "./payment-side.ts";
import { readSandboxObjects, sandboxClient } from "./sandbox-store.ts";

type Tx = Transaction<AccountsTables>;

/** Settings of the payment sandbox. */
export interface SandboxSettings {
  readonly plans: Brand["plans"];
  /** Origin of invoice pages. */
  readonly origin: string;
  readonly now: Date;
}

/**
 * Returns the payment side of an import without a real provider: the sandbox's objects and their mirror in
 * the purchase service.
 */
export function sandboxPayments(tx: Tx, { plans, origin, now }: SandboxSettings): PaymentSide {
  const client = sandboxClient(tx);
  const purchase = purchaseOf(tx);
  const planSeeds = plans.map(({ amountCents, ...plan }) => ({ ...plan, amount_cents: amountCents }));
  const saveCard = async (customer: string, number: string, makeDefault: boolean): Promise<void> => {
    await seedCard(client, { customer, number, makeDefault, at: now });
  };
  return {
    saveCard,
    payerOf: () => null,
    async makeCustomer({ omniId, username, email, customerId }) {
      const before = await findCustomer(purchase, omniId);
      if (before !== null) return before;
      const metadata = { omni_id: omniId, omni_username: username };
      const made = await seedCustomer(client, { ...(customerId ? { id: customerId } : {}), email, metadata, at: now });
      await insertCustomers(purchase.withSchema("purchase"), [{ omniId, username, email, customerId: made }], now);
      return made;
    },
    async makeSubscription(made) {
      await seedPlans(client, planSeeds, now);
      if (made.card !== null) await saveCard(made.customer_id, made.card, true);
      const id = await seedSubscription(client, { ...seedOf(made), origin, at: now });
      return takeOver(tx, id, now);
    },
  };
}

function seedOf(made: NewSubscription) {
  return {
    ...(made.id === null ? {} : { id: made.id }),
    customer: made.customer_id,
    plan: made.plan,
    quantity: made.quantity,
    paidQuantity: made.paid_quantity,
    status: made.status,
    cancelAtPeriodEnd: made.cancel_at_period_end,
    currentPeriodEnd: made.current_period_end,
    taxPercent: made.tax_percent,
    metadata: { registration_id: made.license },
  };
}

/** Reads the new sandbox objects as if the provider had sent them. */
async function takeOver(tx: Tx, id: string, now: Date): Promise<FirstNews> {
  const { subscription, invoices } = await readSandboxObjects(tx, id);
  return importSubscription(purchaseOf(tx), readProviderObjects(subscription, invoices), now);
}

function purchaseOf(tx: Tx): Transaction<PurchaseTables> {
  return tx.$omitTables<keyof AccountsTables>().$extendTables<Pick<PurchaseTables, keyof PurchaseTables>>();
}
