import type { SubscriptionCause, SubscriptionNews } from "@foyer/contract/internal";
import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

/** Sent states are kept for so long, for questions about a license; the newest one of each subscription longer. */
const KEPT_MS = 400 * 86_400_000;

/** Queues a state for the accounts service, under the next sequence number of the subscription. */
export async function insertNews(
  tx: Db,
  row: SubscriptionRow,
  news: { readonly body: SubscriptionNews; readonly cause: SubscriptionCause | null; readonly now: Date },
): Promise<void> {
  const sequence = row.sequence + 1;
  await tx.updateTable("subscriptions").set({ sequence }).where("id", "=", row.id).execute();
  await tx
    .insertInto("news")
    .values({
      subscription_id: row.id,
      sequence,
      object_time: row.object_time,
      body: JSON.stringify(news.body),
      cause: news.cause && JSON.stringify(news.cause),
      created_at: news.now,
      sent_at: null,
    })
    .execute();
}

/** Returns unsent news of a subscription, in order. */
export async function untoldNews(db: Db, subscriptionId: string) {
  return await db
    .selectFrom("news")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("sent_at", "is", null)
    .orderBy("sequence")
    .execute();
}

/** Marks a state as sent, and deletes those before it that were sent long ago, so that renewals do not add up for ever. */
export async function noteTold(db: Db, subscriptionId: string, sequence: number, now: Date): Promise<void> {
  await db
    .updateTable("news")
    .set({ sent_at: now })
    .where("subscription_id", "=", subscriptionId)
    .where("sequence", "=", sequence)
    .execute();
  await db
    .deleteFrom("news")
    .where("subscription_id", "=", subscriptionId)
    .where("sequence", "<", sequence)
    .where("sent_at", "<", new Date(now.getTime() - KEPT_MS))
    .execute();
}

/** Marks all news of a subscription as sent. */
export async function noteAllTold(db: Db, subscriptionId: string, now: Date): Promise<void> {
  await db.updateTable("news").set({ sent_at: now }).where("subscription_id", "=", subscriptionId).execute();
}

/** Returns some subscriptions with unsent news. */
export async function untoldSubscriptions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("news")
    .select("subscription_id")
    .distinct()
    .where("sent_at", "is", null)
    .limit(200)
    .execute();
  return rows.map(({ subscription_id: id }) => id);
}
