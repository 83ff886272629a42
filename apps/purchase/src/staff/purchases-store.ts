import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { giveBack } from "../changes/operations/give-back.ts";
import type { PurchaseTables } from "../db/schema.ts";
import { cancelPurchase, refundsOf, returnSale } from "../changes/operations/cancel-purchase.ts";

type Db = Queryable<PurchaseTables>;

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

/** True if a purchase was ended and given back by an earlier request, of anyone. */
export async function isPurchaseEnded(db: Db, customerId: string, checkout: string): Promise<boolean> {
  const ended = await db
    .selectFrom("operations")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("kind", "in", [cancelPurchase.name, returnSale.name])
    .where("state", "=", "done")
    .where(sql<string>`request #>> '{cancel,purchase}'`, "=", checkout)
    .executeTakeFirst();
  if (!ended) return false;
  const refunds = await db
    .selectFrom("operations")
    .select("state")
    .where("id", "in", await markedRefunds(db, customerId, refundsOf(ended.id)))
    .execute();
  return refunds.every(({ state }) => state !== "failed");
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

/** Refund of a part of the request, to card and balance. 0 without that part. */
const given = (part: "giveBack" | "cancel") => sql`
  coalesce((request -> ${part}::text ->> 'amount')::bigint, 0) + coalesce((request -> ${part}::text ->> 'balance')::bigint, 0)`;

/**
 * Returns the sum that the staff member has refunded since `since`, including live refunds. Transactions run
 * this one at a time.
 */
export async function givenBack(db: Queryable<PurchaseTables>, staff: string, since: Date): Promise<number> {
  // Without the lock, two concurrent refunds could both pass the limit.
  await sql`select pg_advisory_xact_lock(hashtext(${`refunds of ${staff}`}))`.execute(db);
  const sum = await db
    .selectFrom("operations")
    .select(sql<number>`coalesce(sum(${given("giveBack")} + ${given("cancel")}), 0)::int8`.as("amount"))
    .where((eb) =>
      eb.or([
        eb.and([eb("kind", "=", giveBack.name), eb("state", "<>", "failed")]),
        // Its refunds are recorded when it is done. Until then its own amounts count.
        eb.and([eb("kind", "in", [cancelPurchase.name, returnSale.name]), eb("state", "not in", ["done", "failed"])]),
      ]),
    )
    .where("created_at", ">", since)
    .where(sql<string>`request->'act'->>'staff'`, "=", staff)
    .executeTakeFirst();
  return Number(sum?.amount ?? 0);
}
