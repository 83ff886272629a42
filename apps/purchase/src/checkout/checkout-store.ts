import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { Quote } from "../changes/quotes/quote-store.ts";
import type { PurchaseTables, QuotedPurchase } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** A quote of a new subscription. */
export type CheckoutQuote = Quote & { readonly purchase: QuotedPurchase };

const isCheckout = (quote: Quote | undefined): quote is CheckoutQuote =>
  quote?.purchase !== null && quote?.purchase !== undefined;

/** Returns a checkout of that account. Another account's is not found. */
export async function checkoutOf(db: Db, account: string, id: string): Promise<CheckoutQuote | null> {
  const row = await db
    .selectFrom("quotes")
    .selectAll()
    .where("id", "=", id)
    .where(sql<string>`purchase ->> 'account'`, "=", account)
    .executeTakeFirst();
  return isCheckout(row) ? row : null;
}

/** Returns a checkout of any account. */
export async function anyCheckout(db: Db, id: string): Promise<CheckoutQuote | null> {
  const row = await db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirst();
  return isCheckout(row) ? row : null;
}

/** Ends the other open quotes of the same purchase, so that two tabs buy once. */
export async function endOtherCheckouts(db: Db, subject: string, keptId: string, now: Date): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ expires_at: now })
    .where("subscription_id", "=", subject)
    .where("id", "<>", keptId)
    .where("purchase", "is not", null)
    .where("expires_at", ">", now)
    .execute();
}

/** Returns whether the accounts service has taken news of the subscription, which creates the license. */
export async function isTold(db: Db, subscriptionId: string): Promise<boolean> {
  const row = await db
    .selectFrom("news")
    .select("sequence")
    .where("subscription_id", "=", subscriptionId)
    .where("sent_at", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
