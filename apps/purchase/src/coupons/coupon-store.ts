import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { buy } from "../changes/operations/buy.ts";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** The path of a code's id in the requests of operations. The index `operations_by_coupon` has the same. */
const promotion = sql<string>`request #>> '{coupon,promotion}'`;

/** Serializes the uses of a code until the transaction ends. */
export async function lockCode(tx: Db, promotionId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`coupon ${promotionId}`}))`.execute(tx);
}

/**
 * Returns how often a code is used: by operations that are done or under way. One that fails gives its use back, because it
 * is no longer counted.
 */
export async function usesOf(db: Db, promotionId: string): Promise<number> {
  const { uses } = await db
    .selectFrom("operations")
    .select(({ fn }) => fn.countAll<number>().as("uses"))
    .where(sql<boolean>`request ? 'coupon'`)
    .where(promotion, "=", promotionId)
    .where("state", "<>", "failed")
    .executeTakeFirstOrThrow();
  return Number(uses);
}

/** Returns the uses of each of these codes that has any. */
export async function usesOfAll(db: Db, promotionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (promotionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("operations")
    .select(({ fn }) => [promotion.as("id"), fn.countAll<number>().as("uses")])
    .where(sql<boolean>`request ? 'coupon'`)
    .where(promotion, "in", [...promotionIds])
    .where("state", "<>", "failed")
    .groupBy(promotion)
    .execute();
  return new Map(rows.map(({ id, uses }) => [id, Number(uses)]));
}

/** True if the customer has paid for anything, now or earlier. */
export async function hasPaid(db: Db, customerId: string): Promise<boolean> {
  const subscribed = await db
    .selectFrom("subscriptions")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("status", "not in", ["incomplete", "incomplete_expired"])
    // A purchase whose first invoice was never paid ends as `canceled`, and is never reported.
    .where((eb) => eb.or([eb("status", "<>", "canceled"), eb("sequence", ">", 0)]))
    .limit(1)
    .executeTakeFirst();
  if (subscribed) return true;
  const bought = await db
    .selectFrom("operations")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("kind", "=", buy.name)
    .where("state", "=", "done")
    .limit(1)
    .executeTakeFirst();
  return bought !== undefined;
}
