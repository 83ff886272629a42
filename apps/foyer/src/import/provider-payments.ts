import type { AccountsTables } from "@foyer/accounts/tables";
import type { NamedAtProvider, NamesAtProvider } from "@foyer/import-file/check-at-provider";
import { insertCustomers, insertSubscriptions } from "@foyer/purchase/import";
import { findCustomer } from "@foyer/purchase/import-subscription";
import type { PurchaseTables } from "@foyer/purchase/tables";
import type { Transaction } from "kysely";
import type { PaymentSide } from "./payment-side.ts";

type Tx = Transaction<AccountsTables>;

/**
 * The calls of a real payment provider that an import needs. They run before and after the import's
 * transaction, never within it.
 */
export interface PaymentProvider {
  read(named: NamesAtProvider): Promise<NamedAtProvider>;
  /** Reads the state of the subscriptions that an import named. The next start retries failed ones. */
  takeOver(): Promise<void>;
}

/**
 * Returns the payment side of an import with a real provider: assigns named objects to their accounts. Their
 * state is read after the import.
 */
export function providerPayments(tx: Tx, told: NamedAtProvider, now: Date): PaymentSide {
  const purchase: Transaction<PurchaseTables> = tx
    .$omitTables<keyof AccountsTables>()
    .$extendTables<Pick<PurchaseTables, keyof PurchaseTables>>();
  return {
    payerOf: (subscription) => told.subscriptions.get(subscription ?? "")?.customerId ?? null,
    async makeCustomer({ omniId, username, email, customerId }) {
      const before = await findCustomer(purchase, omniId);
      if (before !== null) return before;
      if (customerId === null) throw new Error(`There is no customer for ${username}`);
      await insertCustomers(purchase.withSchema("purchase"), [{ omniId, username, email, customerId }], now);
      return customerId;
    },
    saveCard: () => Promise.reject(new Error("A real provider's cards are saved by their holders")),
    async makeSubscription({ id }) {
      if (id !== null) await insertSubscriptions(purchase.withSchema("purchase"), [id], now);
      return null;
    },
  };
}
