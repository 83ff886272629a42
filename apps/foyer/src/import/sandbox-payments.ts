import type { AccountsTables } from "@foyer/accounts/tables";
import type { Brand } from "@foyer/contract/brand";
import { seedCard, seedCustomer, seedPlans } from "@foyer/payment-sandbox/seed";
import { seedSubscription } from "@foyer/payment-sandbox/seed-subscription";
import { insertCustomers } from "@foyer/purchase/import";
import { findCustomer, importSubscription, readProviderObjects } from "@foyer/purchase/import-subscription";
import type { PurchaseTables } from "@foyer/purchase/tables";
import { CompiledQuery, type Transaction } from "kysely";
import type { FirstNews, NewSubscription, PaymentSide } from "./payment-side.ts";
import { knownSubscriptionIds, subscriptionObjects } from "./sandbox-object-store.ts";

type Tx = Transaction<AccountsTables>;

/** What the payment sandbox is told beside the rows. */
export interface SandboxSettings {
  readonly plans: Brand["plans"];
  /** Where invoices are shown. */
  readonly origin: string;
  readonly now: Date;
}

/** The payment side of an import without a real provider: the sandbox's objects and the purchase service's mirror of them. */
export function sandboxPayments(tx: Tx, { plans, origin, now }: SandboxSettings): PaymentSide {
  const client = clientOf(tx);
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
      if (made.card !== null) await saveCard(made.customerId, made.card, true);
      const id = await seedSubscription(client, { ...seedOf(made), origin, at: now });
      return takeOver(tx, id, now);
    },
  };
}

function seedOf(made: NewSubscription) {
  return {
    ...(made.id === null ? {} : { id: made.id }),
    customer: made.customerId,
    plan: made.plan,
    quantity: made.renewingQuantity,
    paidQuantity: made.paidQuantity,
    status: made.status,
    cancelAtPeriodEnd: made.cancelAtPeriodEnd,
    currentPeriodEnd: made.periodEnd,
    taxPercent: made.taxPercent,
    metadata: { registration_id: made.licenseId },
  };
}

/** The sandbox's objects, as they were written a moment ago, read as if the provider had sent them. */
async function takeOver(tx: Tx, id: string, now: Date): Promise<FirstNews> {
  const { subscription, invoices } = await subscriptionObjects(tx, id);
  const provided = readProviderObjects(subscription, invoices);
  return importSubscription(purchaseOf(tx), provided, now);
}

/** Which of these subscription ids the sandbox or the purchase service knows. */
export async function knownSubscriptions(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await knownSubscriptionIds(tx, ids));
}

function purchaseOf(tx: Tx): Transaction<PurchaseTables> {
  return tx.$omitTables<keyof AccountsTables>().$extendTables<Pick<PurchaseTables, keyof PurchaseTables>>();
}

/** The transaction's connection, as the sandbox wants it. */
function clientOf(tx: Tx): Parameters<typeof seedPlans>[0] {
  const query = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await tx.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  };
  // The sandbox runs plain statements with values, which is the one form of `query` that is given here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { query } as unknown as Parameters<typeof seedPlans>[0];
}
