import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

interface NoticeKey {
  readonly kind: string;
  readonly subject: string;
  readonly occasion: string;
}

export async function isNoted(db: Db, { kind, subject, occasion }: NoticeKey): Promise<boolean> {
  const found = await db
    .selectFrom("notices")
    .select("kind")
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .where("occasion", "=", occasion)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores the notice. Returns false if it was stored before. */
export async function noteNotice(db: Db, { kind, subject, occasion }: NoticeKey, now: Date): Promise<boolean> {
  const noted = await db
    .insertInto("notices")
    .values({ kind, subject, occasion, decided_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  return noted !== undefined;
}

/** A subscription that renews, and the length of its next period. */
export type RenewingRow = SubscriptionRow & { readonly interval: "month" | "year" };

/** Returns subscriptions that renew between those times. */
export async function renewals(db: Db, after: Date, until: Date): Promise<RenewingRow[]> {
  return await db
    .selectFrom("subscriptions")
    .innerJoin("plans", "plans.id", "subscriptions.provider_plan")
    .selectAll("subscriptions")
    .select("plans.interval")
    .where("subscriptions.status", "in", ["active", "trialing"])
    .where("subscriptions.cancel_at_period_end", "=", false)
    .where("subscriptions.period_end", ">", after)
    .where("subscriptions.period_end", "<=", until)
    .execute();
}

/** Returns the subscription of each customer that is charged next. */
export async function nextRenewals(db: Db): Promise<SubscriptionRow[]> {
  return await db
    .selectFrom("subscriptions")
    .selectAll()
    .distinctOn("customer_id")
    .where("status", "in", ["active", "trialing", "past_due"])
    .where("cancel_at_period_end", "=", false)
    .orderBy("customer_id")
    .orderBy("period_end")
    .execute();
}

/** Stores the time of a run and returns true. Returns false if the last run was after `lastBefore`. */
export async function noteLook(db: Db, name: string, now: Date, lastBefore: Date): Promise<boolean> {
  const noted = await db
    .insertInto("progress")
    .values({ name, reached_at: now })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ reached_at: now }).where("progress.reached_at", "<=", lastBefore),
    )
    .returning("name")
    .executeTakeFirst();
  return noted !== undefined;
}
