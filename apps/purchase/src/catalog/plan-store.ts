import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { PlanRow } from "../subscriptions/subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

/** Takes all plans off sale except the given ones. */
export async function takeOthersOffSale(db: Db, onSale: readonly string[]): Promise<void> {
  const others = db.updateTable("plans").set({ on_sale: false }).where("on_sale", "=", true);
  await (onSale.length > 0 ? others.where("id", "not in", onSale) : others).execute();
}

/** Returns plans on sale by product, the most expensive first. */
export async function plansKnownOnSale(db: Db): Promise<PlanRow[]> {
  return await db
    .selectFrom("plans")
    .selectAll()
    .where("on_sale", "=", true)
    .orderBy("product")
    .orderBy("amount_cents", "desc")
    .execute();
}
