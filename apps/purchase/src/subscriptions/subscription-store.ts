import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderPlan } from "../stripe/payment-gateway.ts";
import type { HeldSubscription, PlanRow, SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

export async function subscriptionById(db: Db, id: string): Promise<SubscriptionRow | null> {
  return (await db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Returns the row, locked until the transaction ends. */
export async function lockSubscription(db: Db, id: string): Promise<SubscriptionRow | null> {
  const row = await db.selectFrom("subscriptions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function planById(db: Db, id: string): Promise<PlanRow | null> {
  return (await db.selectFrom("plans").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Query of a subscription with the plan in force. */
export const heldRow = (db: Db, id: string) =>
  db
    .selectFrom("subscriptions as held")
    .innerJoin("plans as in_force", "in_force.id", "held.paid_plan")
    .selectAll("held")
    .select((eb) => eb.fn.toJson("in_force").as("plan_in_force"))
    .where("held.id", "=", id);

/** Returns the subscription with the plan in force. */
export async function heldSubscription(db: Db, id: string): Promise<HeldSubscription | null> {
  const found = await heldRow(db, id).executeTakeFirst();
  if (!found) return null;
  const { plan_in_force: plan, ...row } = found;
  return { row, plan };
}

/** Newest first, including ended ones. Leaves out unpaid purchases, which were never reported. */
export async function subscriptionsOfCustomer(db: Db, customerId: string): Promise<HeldSubscription[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where((eb) => eb.or([eb("registration_id", "is", null), eb("sequence", ">", 0)]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  if (rows.length === 0) return [];
  const plans = await db
    .selectFrom("plans")
    .selectAll()
    .where("id", "in", [...new Set(rows.map((row) => row.paid_plan))])
    .execute();
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  return rows.flatMap((row) => {
    const plan = byId.get(row.paid_plan);
    return plan ? [{ row, plan }] : [];
  });
}

/** Stores plans. Does not change whether a plan is on sale, because only the list of plans on sale says that. */
export async function savePlans(db: Db, plans: readonly ProviderPlan[]): Promise<void> {
  if (plans.length === 0) return;
  await db
    .insertInto("plans")
    .values(
      plans.map((plan) => ({
        id: plan.id,
        amount_cents: plan.amount,
        currency: plan.currency,
        interval: plan.interval,
        product: plan.product,
        nickname: plan.nickname,
        on_sale: plan.isOnSale,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        amount_cents: eb.ref("excluded.amount_cents"),
        currency: eb.ref("excluded.currency"),
        interval: eb.ref("excluded.interval"),
        product: eb.ref("excluded.product"),
        nickname: eb.ref("excluded.nickname"),
        on_sale: eb.ref("excluded.on_sale"),
      })),
    )
    .execute();
}

/** Stores the change that is recorded for the next period. Null clears it. */
export async function setRecorded(
  db: Db,
  id: string,
  change: { readonly plan: string; readonly quantity: number } | null,
): Promise<void> {
  await db
    .updateTable("subscriptions")
    .set({ recorded_plan: change?.plan ?? null, recorded_quantity: change?.quantity ?? null })
    .where("id", "=", id)
    .execute();
}

export async function isPlanKnown(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom("plans").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

export async function subscriptionIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("subscriptions").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Returns subscriptions that were not compared since `lookedAt`, and those with an ended period. */
export async function staleSubscriptions(
  db: Db,
  { now, lookedAt, lookedAtSinceEnd }: { readonly now: Date; readonly lookedAt: Date; readonly lookedAtSinceEnd: Date },
): Promise<SubscriptionRow[]> {
  return await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("status", "not in", ["canceled", "incomplete_expired"])
    .where((eb) =>
      eb.or([
        eb("synced_at", "<", lookedAt),
        eb.and([eb("period_end", "<", now), eb("synced_at", "<", lookedAtSinceEnd)]),
      ]),
    )
    .orderBy("synced_at")
    .limit(500)
    .execute();
}

/** Returns all subscriptions of a license, newest first. */
export async function subscriptionsOfLicense(
  db: Db,
  licenseId: string,
): Promise<Pick<SubscriptionRow, "id" | "status">[]> {
  return await db
    .selectFrom("subscriptions")
    .select(["id", "status"])
    .where("registration_id", "=", licenseId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}
