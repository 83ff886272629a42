import type { Queryable } from "@foyer/service-kit/db";
import type { Selectable } from "kysely";
import type { CustomersTable, PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;
export type CustomerRow = Selectable<CustomersTable>;

export async function customerByOmniId(db: Db, omniId: string): Promise<CustomerRow | null> {
  const row = await db.selectFrom("customers").selectAll().where("omni_id", "=", omniId).executeTakeFirst();
  return row ?? null;
}

export async function customerById(db: Db, customerId: string): Promise<CustomerRow | null> {
  const row = await db.selectFrom("customers").selectAll().where("customer_id", "=", customerId).executeTakeFirst();
  return row ?? null;
}

/** Returns the account's row, and creates it if needed. Concurrent callers get the same row and key. */
export async function ensureCustomerRow(
  db: Db,
  account: { readonly omniId: string; readonly email: string; readonly username: string; readonly now: Date },
): Promise<CustomerRow> {
  await db
    .insertInto("customers")
    .values({
      omni_id: account.omniId,
      customer_id: null,
      email: account.email,
      username: account.username,
      told_at: null,
      may_buy_since: null,
      created_at: account.now,
    })
    .onConflict((conflict) => conflict.column("omni_id").doNothing())
    .execute();
  return await db.selectFrom("customers").selectAll().where("omni_id", "=", account.omniId).executeTakeFirstOrThrow();
}

/** Assigns the provider's customer to the account, unless one is assigned already. */
export async function setCustomerId(db: Db, omniId: string, customerId: string): Promise<CustomerRow> {
  await db
    .updateTable("customers")
    .set({ customer_id: customerId })
    .where("omni_id", "=", omniId)
    .where("customer_id", "is", null)
    .execute();
  return await db.selectFrom("customers").selectAll().where("omni_id", "=", omniId).executeTakeFirstOrThrow();
}

/** Marks that the accounts service knows the customer. */
export async function noteCustomerTold(db: Db, omniId: string, now: Date): Promise<void> {
  await db.updateTable("customers").set({ told_at: now }).where("omni_id", "=", omniId).execute();
}
