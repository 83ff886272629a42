import { deleteInSteps } from "@foyer/service-kit/prune-store";
import type { Queryable } from "@foyer/service-kit/db";
import { type Insertable, type Selectable, sql } from "kysely";
import { buy } from "../changes/operations/buy.ts";
import { charge } from "../changes/operations/charge.ts";
import type { PaperQuotesTable } from "../db/paper-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;

/** A stored paper, and whether it was accepted. */
export type PaperQuoteRow = Selectable<PaperQuotesTable> & { readonly is_accepted: boolean };

const papers = (db: Db) =>
  db
    .selectFrom("paper_quotes")
    .selectAll("paper_quotes")
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("operations")
            .select("operations.id")
            .whereRef("operations.subject", "=", "paper_quotes.subscription_id")
            .where("operations.kind", "in", [charge.name, buy.name])
            .where("operations.state", "=", "done")
            .where(sql<boolean>`operations.request -> 'quote' ->> 'id' = paper_quotes.quote_id`),
        )
        .$castTo<boolean>()
        .as("is_accepted"),
    );

export async function paperByReference(db: Db, reference: string): Promise<PaperQuoteRow | null> {
  return (await papers(db).where("reference", "=", reference).executeTakeFirst()) ?? null;
}

export async function paperByQuote(db: Db, customerId: string, quoteId: string): Promise<PaperQuoteRow | null> {
  const row = await papers(db)
    .where("paper_quotes.customer_id", "=", customerId)
    .where("quote_id", "=", quoteId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns a customer's newest papers. */
export async function papersOfCustomer(db: Db, customerId: string, limit: number): Promise<PaperQuoteRow[]> {
  return await papers(db)
    .where("paper_quotes.customer_id", "=", customerId)
    .orderBy("created_at", "desc")
    .limit(limit)
    .execute();
}

/** Returns how many papers of a customer could be accepted. Transactions of a customer run this one at a time. */
export async function countOpenPapers(tx: Db, customerId: string, now: Date): Promise<number> {
  // Without the lock, two concurrent papers could both pass the limit.
  await sql`select pg_advisory_xact_lock(hashtext(${`quotes of ${customerId}`}))`.execute(tx);
  const rows = await papers(tx)
    .where("paper_quotes.customer_id", "=", customerId)
    .where("paper_quotes.expires_at", ">", now)
    .where("withdrawn_at", "is", null)
    .execute();
  return rows.filter(({ is_accepted: isAccepted }) => !isAccepted).length;
}

export async function insertPaper(tx: Db, paper: Insertable<PaperQuotesTable>): Promise<void> {
  await tx.insertInto("paper_quotes").values(paper).execute();
}

export async function withdrawPaper(tx: Db, quoteId: string, now: Date): Promise<void> {
  await tx
    .updateTable("paper_quotes")
    .set({ withdrawn_at: now })
    .where("quote_id", "=", quoteId)
    .where("withdrawn_at", "is", null)
    .execute();
}

/** Deletes papers that expired before. */
export async function prunePapers(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "paper_quotes", sql`expires_at <= ${before}`);
}

/** Deletes a customer's papers and their quotes. */
export async function forgetPapers(db: Db, customerId: string): Promise<void> {
  const ofCustomer = db.selectFrom("paper_quotes").select("quote_id").where("customer_id", "=", customerId);
  await db.deleteFrom("quotes").where("id", "in", ofCustomer).execute();
  await db.deleteFrom("paper_quotes").where("customer_id", "=", customerId).execute();
}
