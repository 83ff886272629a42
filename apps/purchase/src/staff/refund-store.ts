import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { giveBack } from "../changes/operations/give-back.ts";
import type { PurchaseTables } from "../db/schema.ts";

/**
 * Returns the sum that the staff member has refunded since `since`, including live refunds. Transactions run
 * this one at a time.
 */
export async function givenBack(db: Queryable<PurchaseTables>, staff: string, since: Date): Promise<number> {
  // Without the lock, two concurrent refunds could both pass the limit.
  await sql`select pg_advisory_xact_lock(hashtext(${`refunds of ${staff}`}))`.execute(db);
  const sum = await db
    .selectFrom("operations")
    .select(sql<number>`coalesce(sum((request->'giveBack'->>'amount')::bigint), 0)::int8`.as("amount"))
    .where("kind", "=", giveBack.name)
    .where("state", "<>", "failed")
    .where("created_at", ">", since)
    .where(sql<string>`request->'act'->>'staff'`, "=", staff)
    .executeTakeFirst();
  return Number(sum?.amount ?? 0);
}
