import type { Queryable } from "@foyer/service-kit/db";
import { buy, type Buying } from "../changes/operations/buy.ts";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** Returns the customer's purchases, each try of its own, newest first. */
export async function buyingsOf(db: Db, customerId: string, limit: number): Promise<Buying[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "=", buy.name)
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap((row) => buy.of(row) ?? []);
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
