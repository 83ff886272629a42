import type { AccountsTables } from "@foyer/accounts/tables";
import { insertCustomers, insertSubscriptions } from "@foyer/purchase/import";
import { findCustomer } from "@foyer/purchase/import-subscription";
import type { NamedAtProvider } from "@foyer/purchase/named-at-provider";
import type { PurchaseTables } from "@foyer/purchase/tables";
import type { Transaction } from "kysely";
import type { Fault } from "./fault.ts";
import type { PaymentSide } from "./payment-side.ts";
import type { FreshLines } from "./picture.ts";

type Tx = Transaction<AccountsTables>;

/** A real payment provider, as far as an import needs it. Asked before the import's transaction and after it, never within. */
export interface PaymentProvider {
  read(named: {
    readonly customers: readonly string[];
    readonly subscriptions: readonly string[];
  }): Promise<NamedAtProvider>;
  /** Takes over the state of the subscriptions that an import has named; what fails is done at the next start. */
  takeOver(): Promise<void>;
}

/** The customers and subscriptions that new lines name. */
export function namedAtProvider({ account, subscription }: FreshLines): Parameters<PaymentProvider["read"]>[0] {
  const given = (ids: readonly (string | undefined)[]): string[] => ids.filter((id) => id !== undefined);
  return {
    customers: given(account.map(({ fields }) => fields.customer_id)),
    subscriptions: given(subscription.map(({ fields }) => fields.id)),
  };
}

/** Faults of new lines that name what the provider does not have, or has for another license. */
export function checkAtProvider({ account, subscription }: FreshLines, told: NamedAtProvider): Fault[] {
  const customers = account.flatMap(({ line, fields: { customer_id: id } }) => {
    if (id === undefined || told.customers.has(id)) return [];
    const message = `"${id}" is no customer of the payment provider; name one that it has, or leave it out`;
    return [{ line, field: "customer_id", message }];
  });
  const subscriptions = subscription.flatMap(({ line, key, fields: { id = "" } }) => {
    const found = told.subscriptions.get(id);
    if (found?.registrationId === key) return [];
    const other = found?.registrationId ?? null;
    const pays = other === null ? "names no license" : `names the license "${other}"`;
    const message = found
      ? `"${id}" ${pays} at the payment provider; its metadata registration_id must be "${key}"`
      : `"${id}" is no subscription of the payment provider; name one that it has`;
    return [{ line, field: "id", message }];
  });
  return [...customers, ...subscriptions].toSorted((one, other) => one.line - other.line);
}

/** The payment side of an import with a real provider: what the file names is tied to its account, and read when the import is done. */
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
