import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { giveBack } from "../changes/operations/give-back.ts";
import type { PurchaseTables } from "../db/schema.ts";

/**
 * What that staff member has given back since then, what is being worked on included. Asked by one transaction after the
 * other.
 */
export async function givenBack(db: Queryable<PurchaseTables>, staff: string, since: Date): Promise<number> {
  // Counted one after the other, or two at once would both find room.
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
