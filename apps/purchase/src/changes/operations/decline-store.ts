import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseTables } from "../../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/**
 * Returns when the customer's declined payments of any kind were begun, oldest first: after `since`, and since staff
 * allowed the customer to pay again. A missing card is no declined one.
 */
export async function declinesSince(db: Db, customerId: string, since: Date): Promise<Date[]> {
  const allowed = db.selectFrom("customers").select("may_buy_since").where("customer_id", "=", customerId);
  const rows = await db
    .selectFrom("operations")
    .select("created_at")
    .where("customer_id", "=", customerId)
    .where("created_at", ">=", since)
    .where((eb) => eb("created_at", ">", eb.fn.coalesce(allowed, eb.val(new Date(0)))))
    .where("state", "=", "failed")
    .where(sql<string>`outcome #>> '{refusal,name}'`, "=", "payment.declined")
    .where(sql<string>`outcome #>> '{refusal,declineCode}'`, "is not", null)
    .orderBy("created_at")
    .execute();
  return rows.map(({ created_at: at }) => at);
}

/** Returns when staff allowed the customer to pay again after declined payments, or null. */
export async function mayBuySince(db: Db, customerId: string): Promise<Date | null> {
  const row = await db
    .selectFrom("customers")
    .select("may_buy_since")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row?.may_buy_since ?? null;
}
