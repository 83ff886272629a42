import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { cancelPurchase, returnSale } from "../changes/operations/cancel-purchase.ts";
import { giveBack } from "../changes/operations/give-back.ts";
import type { PurchaseTables } from "../db/schema.ts";

/** What a part of the request gives back, to card and balance; 0 without that part. */
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
        // Until it is done, and has its refunds, it stands for them.
        eb.and([eb("kind", "in", [cancelPurchase.name, returnSale.name]), eb("state", "not in", ["done", "failed"])]),
      ]),
    )
    .where("created_at", ">", since)
    .where(sql<string>`request->'act'->>'staff'`, "=", staff)
    .executeTakeFirst();
  return Number(sum?.amount ?? 0);
}
