import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
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

/** Returns the customers that were made with that address, given by its key. */
export async function customersOfAddress(db: Db, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom("customers")
    .select("customer_id")
    .where(sql<string>`lower(email)`, "=", key)
    .execute();
  return rows.flatMap(({ customer_id: id }) => id ?? []);
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

/**
 * Makes the account's customer a former one, because it was deleted at the provider. The account has none afterwards, and a
 * new creation key. Does nothing if another caller was faster.
 */
export async function retireCustomer(db: Db, omniId: string, deletedId: string): Promise<CustomerRow> {
  await db
    .updateTable("customers")
    .set({
      customer_id: null,
      told_at: null,
      creation_key: sql<string>`gen_random_uuid()`,
      former_ids: sql<string[]>`array_append(former_ids, ${deletedId}::text)`,
    })
    .where("omni_id", "=", omniId)
    .where((eb) => eb.or([eb("customer_id", "=", deletedId), eb("customer_id", "is", null)]))
    .where((eb) => eb.not(eb(eb.val(deletedId), "=", eb.fn.any("former_ids"))))
    .execute();
  return await db.selectFrom("customers").selectAll().where("omni_id", "=", omniId).executeTakeFirstOrThrow();
}

/** Returns the earlier customers of the same account, which were deleted at the provider. */
export async function formerCustomers(db: Db, customerId: string): Promise<readonly string[]> {
  return (await customerById(db, customerId))?.former_ids ?? [];
}

/** Marks that the accounts service knows the customer. */
export async function noteCustomerTold(db: Db, omniId: string, now: Date): Promise<void> {
  await db.updateTable("customers").set({ told_at: now }).where("omni_id", "=", omniId).execute();
}

/** Progress of one-time work on every customer. The reader returns null if it has not begun. */
export interface CustomerPass {
  /** The last customer that is done. */
  readonly cursor: string | null;
  readonly finished_at: Date | null;
}

export async function readPass(db: Db, name: string): Promise<CustomerPass | null> {
  return (
    (await db
      .selectFrom("customer_passes")
      .select(["cursor", "finished_at"])
      .where("name", "=", name)
      .executeTakeFirst()) ?? null
  );
}

export async function savePass(db: Db, name: string, reached: CustomerPass): Promise<void> {
  await db
    .insertInto("customer_passes")
    .values({ name, ...reached })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(reached))
    .execute();
}

export async function forgetPass(db: Db, name: string): Promise<void> {
  await db.deleteFrom("customer_passes").where("name", "=", name).execute();
}
