import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import type { ProviderPlan } from "../stripe/payment-gateway.ts";
import type { HeldSubscription, PlanRow, SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseSchema>;

export async function subscriptionById(db: Db, id: string): Promise<SubscriptionRow | null> {
  return (await db.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The row, held until the transaction ends. */
export async function lockSubscription(db: Db, id: string): Promise<SubscriptionRow | null> {
  const row = await db.selectFrom("subscriptions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function planById(db: Db, id: string): Promise<PlanRow | null> {
  return (await db.selectFrom("plans").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The query of a subscription with the plan in force. */
export const heldRow = (db: Db, id: string) =>
  db
    .selectFrom("subscriptions as held")
    .innerJoin("plans as in_force", "in_force.id", "held.paid_plan")
    .selectAll("held")
    .select((eb) => eb.fn.toJson("in_force").as("plan_in_force"))
    .where("held.id", "=", id);

/** The subscription with the plan in force. */
export async function heldSubscription(db: Db, id: string): Promise<HeldSubscription | null> {
  const found = await heldRow(db, id).executeTakeFirst();
  if (!found) return null;
  const { plan_in_force: plan, ...row } = found;
  return { row, plan };
}

/** Newest first, ended ones too. */
export async function subscriptionsOfCustomer(db: Db, customerId: string): Promise<HeldSubscription[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("customer_id", "=", customerId)
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

/** Keeps what is known of plans; whether one is on sale is known only from the list of those that are. */
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
