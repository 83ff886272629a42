import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { buy, type Buying } from "../changes/operations/buy.ts";
import { giveBack } from "../changes/operations/give-back.ts";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** Returns the paid purchase of a checkout of that customer, or null. */
export async function paidPurchase(db: Db, customerId: string, checkoutId: string): Promise<Buying | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "=", buy.name)
    .where("state", "=", "done")
    .where(sql<string>`request -> 'quote' ->> 'id'`, "=", checkoutId)
    .executeTakeFirst();
  return buy.of(row ?? null);
}

/** Returns the refunds that carry that mark. */
export async function markedRefunds(db: Db, customerId: string, mark: string): Promise<string[]> {
  const rows = await db
    .selectFrom("operations")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("kind", "=", giveBack.name)
    .where(sql<string>`request ->> 'twin'`, "=", mark)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores when the customer may buy again. Declined cards before that no longer count. */
export async function setMayBuySince(db: Db, customerId: string, since: Date): Promise<boolean> {
  const row = await db
    .updateTable("customers")
    .set({ may_buy_since: since })
    .where("customer_id", "=", customerId)
    .returning("omni_id")
    .executeTakeFirst();
  return row !== undefined;
}
