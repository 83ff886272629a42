import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderEvent } from "../stripe/payment-gateway.ts";

/** The provider lists an event for 30 days. Staff see received events for this time. */
const KEPT_DAYS = 400;
/** Maximum number of deleted rows in one statement, so that other statements do not wait long. */
const AT_ONCE = 20_000;

/** Deletes events older than `KEPT_DAYS`. */
export async function dropOldEvents(db: Queryable<PurchaseTables>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await db
    .deleteFrom("provider_events")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("provider_events")
        .select("id")
        .where("created_at", "<", before)
        .orderBy("created_at")
        .limit(AT_ONCE),
    )
    .execute();
}

/** Stores an event. Returns false if it was stored before. */
export async function insertEvent(db: Queryable<PurchaseTables>, event: ProviderEvent, now: Date): Promise<boolean> {
  const stored = await db
    .insertInto("provider_events")
    .values({
      id: event.id,
      type: event.type,
      object_id: event.objectId,
      subscription_id: event.subscriptionId,
      customer_id: event.customerId,
      created_at: new Date(event.created * 1_000),
      received_at: now,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return stored !== undefined;
}
