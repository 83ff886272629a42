import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseTables } from "../../db/schema.ts";
import { buy, type Buying } from "./buy.ts";
import type { Operation } from "./operation.ts";

type Db = Queryable<PurchaseTables>;

const LIVE = ["pending", "unknown", "waiting"] as const;

/** Returns the newest purchase of a quote, in any state. */
export async function buyingByQuote(db: Db, subject: string, quoteId: string): Promise<Buying | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("subject", "=", subject)
    .where("kind", "=", buy.name)
    .where(sql<string>`request -> 'quote' ->> 'id'`, "=", quoteId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return buy.of(row ?? null);
}

/** True if a purchase of the subject was completed, by any customer. */
export async function isBought(db: Db, subject: string): Promise<boolean> {
  const row = await db
    .selectFrom("operations")
    .select("id")
    .where("subject", "=", subject)
    .where("kind", "=", buy.name)
    .where("state", "=", "done")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the live purchase that made the subscription. */
export async function liveBuyingOf(db: Db, subscriptionId: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("kind", "=", buy.name)
    .where(sql<string>`request #>> '{made,subscription}'`, "=", subscriptionId)
    .where("state", "in", LIVE)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the customer's live purchases without a subscription that wait for the bank or for an answer. */
export async function openOnceBuyings(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("operations")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("kind", "=", buy.name)
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
  return await db
    .selectFrom("operations")
    .select(["created_at", "state", "subject", sql<string>`request ->> 'plan'`.as("plan")])
    .where("customer_id", "=", customerId)
    .where("kind", "=", buy.name)
    .where("created_at", ">=", since)
    .orderBy("number")
    .execute();
}

/** Returns the customer's purchases, each try of its own, newest first. */
export async function buyingsOf(db: Db, customerId: string, limit: number): Promise<Buying[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "=", buy.name)
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return buy.readable(rows);
}
