import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseTables } from "../../db/schema.ts";
import { buy, type Buying } from "./buy.ts";
import { LIVE, quoteIdOfRequest } from "./operation-store.ts";
import type { Operation } from "./operation.ts";

type Db = Queryable<PurchaseTables>;

const buyings = (db: Db) => db.selectFrom("operations").where("kind", "=", buy.name);

/** Returns the newest purchase of a quote, in any state. */
export async function buyingByQuote(db: Db, subject: string, quoteId: string): Promise<Buying | null> {
  const row = await buyings(db)
    .selectAll()
    .where("subject", "=", subject)
    .where(quoteIdOfRequest, "=", quoteId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return buy.of(row ?? null);
}

/** True if a purchase of the subject was completed, by any customer. */
export async function isBought(db: Db, subject: string): Promise<boolean> {
  const row = await buyings(db)
    .select("id")
    .where("subject", "=", subject)
    .where("state", "=", "done")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the paid purchase of a checkout of that customer. */
export async function paidPurchase(db: Db, customerId: string, checkoutId: string): Promise<Buying | null> {
  const row = await buyings(db)
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("state", "=", "done")
    .where(quoteIdOfRequest, "=", checkoutId)
    .executeTakeFirst();
  return buy.of(row ?? null);
}

/** Returns the licenses that were bought by a checkout: one, or none. */
export async function licensesOfCheckout(db: Db, checkoutId: string): Promise<string[]> {
  const rows = await buyings(db)
    .select(sql<string>`request #>> '{buy,license}'`.as("license"))
    .where(quoteIdOfRequest, "=", checkoutId)
    .where("state", "=", "done")
    .execute();
  return rows.map(({ license }) => license);
}

/** Returns the live purchase that made the subscription. */
export async function liveBuyingOf(db: Db, subscriptionId: string): Promise<Operation | null> {
  const row = await buyings(db)
    .selectAll()
    .where(sql<string>`request #>> '{made,subscription}'`, "=", subscriptionId)
    .where("state", "in", LIVE)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the customer's live purchases without a subscription that wait for the bank or for an answer. */
export async function openOnceBuyings(db: Db, customerId: string): Promise<string[]> {
  const rows = await buyings(db)
    .select("id")
    .where("customer_id", "=", customerId)
    .where("state", "in", ["unknown", "waiting"])
    .where(sql<string>`request #>> '{made,subscription}'`, "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the customer's purchases that were begun after `since`, oldest first. */
export async function buyingsSince(
  db: Db,
  customerId: string,
  since: Date,
): Promise<(Pick<Operation, "created_at" | "state" | "subject"> & { readonly plan: string })[]> {
  return await buyings(db)
    .select(["created_at", "state", "subject", sql<string>`request ->> 'plan'`.as("plan")])
    .where("customer_id", "=", customerId)
    .where("created_at", ">=", since)
    .orderBy("number")
    .execute();
}

/** Returns the customer's purchases, each try of its own, newest first. */
export async function buyingsOf(db: Db, customerId: string, limit: number): Promise<Buying[]> {
  const rows = await buyings(db)
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return buy.readable(rows);
}
