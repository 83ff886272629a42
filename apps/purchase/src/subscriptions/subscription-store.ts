import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderPlan } from "../stripe/payment-gateway.ts";
import type { HeldSubscription, PlanRow, SubscriptionRow } from "./subscription-wire.ts";

type Db = Queryable<PurchaseTables>;

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

/** Notes the change that is recorded for the next period; null where none is. */
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

/** Every subscription that is known. */
export async function subscriptionIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("subscriptions").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}

/** Those that were not looked at since then, whether or not anything was heard of them, and those whose period has ended. */
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

/** Every subscription that a license ever had, newest first. */
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
