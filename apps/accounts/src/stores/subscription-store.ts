import type { SubscriptionCause, SubscriptionNews } from "@foyer/contract/internal";
import type { Selectable } from "kysely";
import type { Db, SubscriptionTable } from "../db/schema.ts";

/** A report of the purchase service, with the values that order the reports of one subscription. */
export interface ToldSubscription {
  readonly subscription: SubscriptionNews;
  /** Unix seconds of the provider's object. */
  readonly object_time: number;
  readonly sequence: number;
  /** Absent when no account caused the change and nothing was charged. */
  readonly cause?: SubscriptionCause | undefined;
}

export async function findSubscription(db: Db, id: string): Promise<Selectable<SubscriptionTable> | null> {
  return (await db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Stores a report in place of the previous one. */
export async function saveSubscription(db: Db, told: ToldSubscription): Promise<void> {
  const { subscription } = told;
  const row = {
    license_id: subscription.registration_id,
    customer_id: subscription.customer_id,
    plan: subscription.plan,
    quantity: subscription.quantity,
    next_plan: subscription.next?.plan ?? null,
    next_quantity: subscription.next?.quantity ?? null,
    next_at: subscription.next ? new Date(subscription.next.at * 1_000) : null,
    status: subscription.status,
    cancel_at_period_end: subscription.cancel_at_period_end,
    current_period_ends_at: new Date(subscription.current_period_end * 1_000),
    paid_until: new Date(subscription.paid_until * 1_000),
    object_time: told.object_time,
    sequence: told.sequence,
  };
  await db
    .insertInto("subscriptions")
    .values({ id: subscription.id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}
