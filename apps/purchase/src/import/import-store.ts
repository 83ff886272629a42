import type { Queryable } from "@foyer/service-kit/db";
import type { Transaction } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";

// Rows of an import, already checked. Both `insert` functions write in the caller's transaction, on any
// connection that may write the schema `purchase`. They do not call the provider, charge or send mail.

export interface ImportedCustomer {
  /** The account's id. */
  readonly omniId: string;
  readonly username: string;
  readonly email: string;
  /** The provider's id. */
  readonly customerId: string;
}

/** Assigns customers to their accounts. An account with a customer keeps it. */
export async function insertCustomers(
  tx: Transaction<PurchaseTables>,
  customers: readonly ImportedCustomer[],
  now: Date,
): Promise<void> {
  for (const { omniId, username, email, customerId } of customers) {
    await tx
      .insertInto("customers")
      .values({ omni_id: omniId, customer_id: customerId, email, username, told_at: now, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Stores ids of the provider's subscriptions. The service's `catchUp` reads their state. */
export async function insertSubscriptions(
  tx: Transaction<PurchaseTables>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (const id of ids) {
    await tx
      .insertInto("imported_subscriptions")
      .values({ id, imported_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

type Db = Queryable<PurchaseTables>;

/** Returns subscriptions that an import named and that are not read from the provider yet. */
export async function namedSubscriptions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("imported_subscriptions").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

export async function forgetNamed(db: Db, id: string): Promise<void> {
  await db.deleteFrom("imported_subscriptions").where("id", "=", id).execute();
}
