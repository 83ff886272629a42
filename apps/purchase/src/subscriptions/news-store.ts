import type { SubscriptionCause, SubscriptionNews } from "@foyer/contract/internal";
import type { ToldAs } from "@foyer/contract/staff-purchase";
import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";
import { asRefused, type MessageRefused } from "../accounts/refused-message.ts";
import type { SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseTables>;
export type UntoldNews = Selectable<PurchaseTables["news"]>;

/** Time for which sent states are kept, for questions about a license. The newest of each subscription is kept longer. */
const KEPT_MS = 400 * 86_400_000;

/** Queues a state for the accounts service, under the next sequence number of the subscription. */
export async function insertNews(
  tx: Db,
  row: SubscriptionRow,
  news: { readonly body: SubscriptionNews; readonly cause: SubscriptionCause | null; readonly now: Date },
): Promise<void> {
  const sequence = row.sequence + 1;
  await tx
    .with("numbered", (query) => query.updateTable("subscriptions").set({ sequence }).where("id", "=", row.id))
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

/** Returns unsent news of a subscription and of the others of its licenses, in order. */
export async function untoldNews(db: Db, subscriptionId: string): Promise<UntoldNews[]> {
  const license = sql<string>`body ->> 'registration_id'`;
  return await db
    .selectFrom("news")
    .selectAll()
    .where("sent_at", "is", null)
    .where(license, "in", (eb) =>
      eb
        .selectFrom("news")
        .select(license.as("license"))
        .where("subscription_id", "=", subscriptionId)
        .where("sent_at", "is", null),
    )
    .orderBy("object_time")
    .orderBy("subscription_id")
    .orderBy("sequence")
    .execute();
}

/** Returns a state that was not sent, or null. */
export async function untoldState(db: Db, subscriptionId: string, sequence: number): Promise<UntoldNews | null> {
  const row = await db
    .selectFrom("news")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("sequence", "=", sequence)
    .where("sent_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Marks a state as sent, and the earlier ones, which it supersedes. Deletes those that were sent long ago, so that
 * renewals do not add up for ever.
 */
export async function noteTold(
  db: Db,
  { subscription_id: subscriptionId, sequence }: Pick<UntoldNews, "subscription_id" | "sequence">,
  now: Date,
  toldAs?: ToldAs,
): Promise<void> {
  const states = db.updateTable("news").where("subscription_id", "=", subscriptionId).where("sent_at", "is", null);
  if (toldAs)
    await states
      .set({ told_as: JSON.stringify(toldAs) })
      .where("sequence", "=", sequence)
      .execute();
  await db
    .with("told", () => states.set({ sent_at: now }).where("sequence", "<=", sequence))
    .deleteFrom("news")
    .where("subscription_id", "=", subscriptionId)
    .where("sequence", "<", sequence)
    .where("sent_at", "<", new Date(now.getTime() - KEPT_MS))
    .execute();
}

/** Sets a state aside that the accounts service refused. */
export async function noteRefused(db: Db, news: UntoldNews, refusal: MessageRefused, now: Date): Promise<void> {
  await db
    .updateTable("news")
    .set((eb) => {
      const { refused_at: since, ...rest } = asRefused(news, refusal, now);
      return { ...rest, refused_at: eb.fn.coalesce("refused_at", sql<Date>`${since}::timestamptz`) };
    })
    .where("subscription_id", "=", news.subscription_id)
    .where("sequence", "=", news.sequence)
    .where("sent_at", "is", null)
    .execute();
}

/** Marks all news of a subscription as sent. */
export async function noteAllTold(db: Db, subscriptionId: string, now: Date): Promise<void> {
  await db.updateTable("news").set({ sent_at: now }).where("subscription_id", "=", subscriptionId).execute();
}

/** Returns some subscriptions with unsent news that are due. Refused ones come last. */
export async function untoldSubscriptions(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("news")
    .select("subscription_id")
    .where("sent_at", "is", null)
    .where((eb) => eb.or([eb("next_try_at", "is", null), eb("next_try_at", "<=", now)]))
    .groupBy("subscription_id")
    .orderBy((eb) => eb.fn.min("tries"))
    .orderBy((eb) => eb.fn.min("next_try_at"))
    .limit(200)
    .execute();
  return rows.map(({ subscription_id: id }) => id);
}

/** Returns the number of messages that the accounts service refused and that nothing supersedes. */
export async function countSetAside(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from news where sent_at is null and refused_at is not null)
      + (select count(*) from sales where told_at is null and refused_at is not null) as count`.execute(db);
  return rows[0]?.count ?? 0;
}
