import type { Queryable } from "@foyer/service-kit/db";
import { type Kysely, type Selectable, sql } from "kysely";
import type { PurchaseSchema, QuotesTable, StagedChangesTable } from "../db/purchase-schema.ts";

type Db = Queryable<PurchaseSchema>;
export type Quote = Selectable<QuotesTable>;
export type StagedChange = Selectable<StagedChangesTable>;

/**
 * Keeps a quote, without waiting for the disk: one that a power cut takes away is refused like an expired one, and nothing
 * is charged. Whatever rests on a quote is written later and does wait, and with it the quote is on the disk too.
 */
export async function insertQuote(db: Kysely<PurchaseSchema>, quote: Quote): Promise<void> {
  await db
    .with("unhurried", (query) =>
      query.selectNoFrom(sql<string>`set_config('synchronous_commit', 'off', true)`.as("setting")),
    )
    .insertInto("quotes")
    .values(quote)
    // A part that nothing asks for would not be run.
    .returning((eb) => eb.selectFrom("unhurried").select("setting").as("setting"))
    .execute();
}

/** Takes back a quote, unless a change has been staged by it. */
export async function forgetQuote(db: Kysely<PurchaseSchema>, id: string): Promise<void> {
  await db
    .deleteFrom("quotes")
    .where("id", "=", id)
    .where("id", "not in", db.selectFrom("staged_changes").select("quote_id"))
    .execute();
}

export async function quoteById(db: Db, id: string): Promise<Quote | null> {
  return (await db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The quote that was shown last for this change. */
export async function latestQuote(
  db: Db,
  change: { readonly subscriptionId: string; readonly plan: string; readonly quantity: number },
): Promise<Quote | null> {
  const row = await db
    .selectFrom("quotes")
    .selectAll()
    .where("subscription_id", "=", change.subscriptionId)
    .where("plan", "=", change.plan)
    .where("quantity", "=", change.quantity)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function stagedChange(db: Db, subscriptionId: string): Promise<StagedChange | null> {
  const row = await db
    .selectFrom("staged_changes")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Keeps the change until it is carried out; it takes the place of an earlier one. */
export async function stageChange(
  db: Db,
  change: {
    readonly subscriptionId: string;
    readonly plan: string;
    readonly quantity: number;
    readonly quoteId: string;
    readonly stagedAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const values = {
    plan: change.plan,
    quantity: change.quantity,
    quote_id: change.quoteId,
    staged_at: change.stagedAt,
    expires_at: change.expiresAt,
  };
  await db
    .insertInto("staged_changes")
    .values({ subscription_id: change.subscriptionId, ...values })
    .onConflict((conflict) => conflict.column("subscription_id").doUpdateSet(values))
    .execute();
}

export async function unstageChange(db: Db, subscriptionId: string): Promise<void> {
  await db.deleteFrom("staged_changes").where("subscription_id", "=", subscriptionId).execute();
}

/** Forgets what expired: staged changes at once, quotes after a day, as a question about them may still come. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await db.deleteFrom("staged_changes").where("expires_at", "<", dayAgo).execute();
  await db
    .deleteFrom("quotes")
    .where("expires_at", "<", dayAgo)
    .where("id", "not in", db.selectFrom("staged_changes").select("quote_id"))
    .execute();
}
