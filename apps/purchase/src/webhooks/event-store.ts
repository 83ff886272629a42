import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderEvent } from "../stripe/payment-gateway.ts";

/** Keeps an event; false for one that was kept before. */
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
