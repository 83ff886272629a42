import type { Queryable } from "@foyer/service-kit/db";
import { type Kysely, type Selectable, sql } from "kysely";
import type { PurchaseTables, QuotesTable } from "../../db/schema.ts";

type Db = Queryable<PurchaseTables>;
export type Quote = Selectable<QuotesTable>;

/**
 * Keeps a quote, without waiting for the disk: one that a power cut takes away is refused like an expired one, and nothing
 * is charged. Whatever rests on a quote is written later and does wait, and with it the quote is on the disk too.
 */
export async function insertQuote(db: Kysely<PurchaseTables>, quote: Quote): Promise<void> {
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

/** Takes back a quote that nobody has heard of. */
export async function forgetQuote(db: Kysely<PurchaseTables>, id: string): Promise<void> {
  await db.deleteFrom("quotes").where("id", "=", id).execute();
}

/** A quote of that subscription that was shown to that person; another's does not exist for her. */
export async function quoteShown(
  db: Db,
  wanted: { readonly id: string; readonly subscriptionId: string; readonly by: string },
): Promise<Quote | null> {
  const row = await db
    .selectFrom("quotes")
    .selectAll()
    .where("id", "=", wanted.id)
    .where("subscription_id", "=", wanted.subscriptionId)
    .where((eb) => eb.or([eb("shown_to", "=", wanted.by), eb("shown_to", "is", null)]))
    .executeTakeFirst();
  return row ?? null;
}

/** The quote that this person was shown last for this change. */
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
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Whose staged changes, of which subscription. */
interface Stager {
  readonly subscriptionId: string;
  readonly by: string;
}

/** The quote of the change that this person staged last. */
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

/** Keeps the change of a quote until it is carried out; for a caller who names no quote it takes the place of her earlier one. */
export async function stageQuote(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ staged_at: sql<Date>`clock_timestamp()`, staged_until: until })
    .where("id", "=", id)
    .execute();
}

const notStaged = { staged_at: null, staged_until: null } as const;

/** That quote is charged now: neither it nor what the same person has staged besides is carried out once more. */
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

/** Drops what anybody has staged: a recorded change has come first. */
export async function unstageQuotes(db: Db, subscriptionId: string): Promise<void> {
  await db
    .updateTable("quotes")
    .set(notStaged)
    .where("subscription_id", "=", subscriptionId)
    .where("staged_at", "is not", null)
    .execute();
}

/** What this person has staged is given up: its quotes are held to no more, however late they are named. */
export async function giveUpQuotes(db: Db, { subscriptionId, by }: Stager, now: Date): Promise<void> {
  await db
    .updateTable("quotes")
    .set({ ...notStaged, expires_at: now })
    .where("subscription_id", "=", subscriptionId)
    .where("shown_to", "=", by)
    .where("staged_at", "is not", null)
    .execute();
}

/** Forgets quotes a day after nobody can be charged by them any more, as a question about them may still come. */
export async function dropExpired(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await db
    .deleteFrom("quotes")
    .where("expires_at", "<", dayAgo)
    .where((eb) => eb.or([eb("staged_until", "is", null), eb("staged_until", "<", dayAgo)]))
    .execute();
}
