import { productOfPlan } from "@foyer/domain/catalogue";
import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { buyingsSince } from "../changes/operations/buy-store.ts";
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

/** Ends the other open quotes of the same purchase, so that two tabs buy once. One on paper binds on. */
export async function endOtherCheckouts(db: Db, subject: string, keptId: string, now: Date): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ expires_at: now })
    .where("subscription_id", "=", subject)
    .where("id", "<>", keptId)
    .where("purchase", "is not", null)
    .where("on_paper", "=", false)
    .where("expires_at", ">", now)
    .execute();
}

/** Keeps an open checkout payable as a quote on paper. Returns false if it is over, or on paper already. */
export async function putOnPaper(tx: Db, id: string, now: Date, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("quotes")
    .set({ on_paper: true, expires_at: until })
    .where("id", "=", id)
    .where("on_paper", "=", false)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Facts that decide whether a later purchase replaced an offer. */
interface Offered {
  readonly customer: string;
  readonly subject: string;
  readonly plan: string;
  readonly isOnPaper: boolean;
  readonly since: Date;
}

/** True if the buyer has bought in place of this offer. An offer on paper is replaced only by the same product. */
export async function isBoughtSince(db: Db, { customer, subject, plan, isOnPaper, since }: Offered): Promise<boolean> {
  const bought = (await buyingsSince(db, customer, since)).filter(
    (other) => other.subject === subject && other.state === "done",
  );
  return bought.some((other) => !isOnPaper || productOfPlan(other.plan) === productOfPlan(plan));
}

/** True if the accounts service has accepted news of the subscription, which create the license. */
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
