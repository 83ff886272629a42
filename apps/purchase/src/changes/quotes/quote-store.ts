import { deleteInSteps } from "@foyer/service-kit/prune-store";
import type { Queryable } from "@foyer/service-kit/db";
import { type Kysely, type Selectable, sql } from "kysely";
import type { PurchaseTables, QuotesTable } from "../../db/schema.ts";

type Db = Queryable<PurchaseTables>;
export type Quote = Selectable<QuotesTable>;

/** Returns the tax of a quote as papers and screens show it: all of it, and the part that the subtotal contains. */
export function shownTax({
  tax_cents: added,
  included_tax_cents: included,
}: Pick<Quote, "tax_cents" | "included_tax_cents">): { readonly tax: number; readonly tax_included?: number } {
  return included === 0 ? { tax: added } : { tax: added + included, tax_included: included };
}

/**
 * Inserts a quote without waiting for the disk. A quote that is lost in a power failure is refused like an expired one,
 * and nothing is charged. Later writes that depend on the quote wait for the disk, and that flushes the quote too.
 */
export async function insertQuote(db: Kysely<PurchaseTables>, quote: Quote): Promise<void> {
  await db
    .with("unhurried", (query) =>
      query.selectNoFrom(sql<string>`set_config('synchronous_commit', 'off', true)`.as("setting")),
    )
    .insertInto("quotes")
    .values({ ...quote, purchase: quote.purchase && JSON.stringify(quote.purchase) })
    // PostgreSQL runs the first part only if the query uses it.
    .returning((eb) => eb.selectFrom("unhurried").select("setting").as("setting"))
    .execute();
}

/** Begins the ids of quotes. */
export const CHARGED_QUOTE = "quote_";
/** Begins the ids of quotes of changes that cost nothing now. */
export const FREE_QUOTE = "free_";

export const isQuoteId = (id: string): boolean => id.startsWith(CHARGED_QUOTE) || id.startsWith(FREE_QUOTE);

/** Returns a quote of a change that was shown to that person. */
export async function changeQuote(db: Db, id: string, by: string): Promise<Quote | null> {
  const row = await quotesShown(db, id, by).executeTakeFirst();
  return row ?? null;
}

function quotesShown(db: Db, id: string, by: string) {
  return db
    .selectFrom("quotes")
    .selectAll()
    .where("id", "=", id)
    .where("purchase", "is", null)
    .where((eb) => eb.or([eb("shown_to", "=", by), eb("shown_to", "is", null)]));
}

/** Deletes a quote that no one has seen. */
export async function forgetQuote(db: Kysely<PurchaseTables>, id: string): Promise<void> {
  await db.deleteFrom("quotes").where("id", "=", id).execute();
}

/**
 * Returns a quote of that subscription that was shown to that person. Another person's quote is not found, and neither is
 * one of a purchase.
 */
export async function quoteShown(
  db: Db,
  wanted: { readonly id: string; readonly subscriptionId: string; readonly by: string },
): Promise<Quote | null> {
  const row = await quotesShown(db, wanted.id, wanted.by)
    .where("subscription_id", "=", wanted.subscriptionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the quote that this person last saw for this change. */
export async function latestQuote(
  db: Db,
  change: { readonly subscriptionId: string; readonly plan: string; readonly quantity: number; readonly by: string },
): Promise<Quote | null> {
  const row = await db
    .selectFrom("quotes")
    .selectAll()
    .where("subscription_id", "=", change.subscriptionId)
    .where("plan", "=", change.plan)
    .where("quantity", "=", change.quantity)
    .where("shown_to", "=", change.by)
    // A price on paper is charged only if it is named: an older one may be higher than today's.
    .where("on_paper", "=", false)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A person and the subscription with the person's staged changes. */
interface Stager {
  readonly subscriptionId: string;
  readonly by: string;
}

/** Returns the quote of the change that this person staged last. */
export async function stagedQuote(db: Db, { subscriptionId, by }: Stager): Promise<Quote | null> {
  const row = await db
    .selectFrom("quotes")
    .selectAll()
    .where("subscription_id", "=", subscriptionId)
    .where("shown_to", "=", by)
    .where("staged_at", "is not", null)
    .orderBy("staged_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Keeps the quote's change until it is carried out. For a caller who names no quote it replaces the earlier staged one.
 */
export async function stageQuote(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ staged_at: sql<Date>`clock_timestamp()`, staged_until: until })
    .where("id", "=", id)
    .execute();
}

const notStaged = { staged_at: null, staged_until: null } as const;

/**
 * Unstages the charged quote and everything else that the same person staged before, so that none of it is
 * charged again.
 */
export async function unstageCharged(
  db: Db,
  { id, subscriptionId, by }: Stager & { readonly id: string },
): Promise<void> {
  await db
    .updateTable("quotes")
    .set(notStaged)
    .where("subscription_id", "=", subscriptionId)
    .where((eb) => eb.or([eb("shown_to", "=", by), eb("id", "=", id)]))
    .where("staged_at", "is not", null)
    .execute();
}

/** Unstages all changes of a subscription, because a recorded change replaces them. */
export async function unstageQuotes(db: Db, subscriptionId: string): Promise<void> {
  await db
    .updateTable("quotes")
    .set(notStaged)
    .where("subscription_id", "=", subscriptionId)
    .where("staged_at", "is not", null)
    .execute();
}

/** Cancels what this person has staged. Its quotes expire, even if they are named later. One on paper binds on. */
export async function giveUpQuotes(db: Db, { subscriptionId, by }: Stager, now: Date): Promise<void> {
  await db
    .updateTable("quotes")
    .set((eb) => ({
      ...notStaged,
      expires_at: eb.case().when("on_paper", "=", true).then(eb.ref("expires_at")).else(now).end(),
    }))
    .where("subscription_id", "=", subscriptionId)
    .where("shown_to", "=", by)
    .where("staged_at", "is not", null)
    .execute();
}

export async function expireQuote(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ ...notStaged, expires_at: now })
    .where("id", "=", id)
    .execute();
}

/** Deletes quotes a day after their last possible charge. Until then a request about them can be answered. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const isOver = sql`expires_at < ${dayAgo} and (staged_until is null or staged_until < ${dayAgo})`;
  await deleteInSteps(db, "quotes", isOver);
}
