import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseSchema } from "../../db/purchase-schema.ts";
import { type Charge, charge } from "./charge.ts";

type Db = Queryable<PurchaseSchema>;

const chargesOf = (db: Db, subject: string) =>
  db.selectFrom("operations").where("subject", "=", subject).where("kind", "=", charge.name);

/** The charge by that quote that was begun last, whatever became of it. */
export async function chargeByQuote(db: Db, subject: string, quoteId: string): Promise<Charge | null> {
  const row = await chargesOf(db, subject)
    .selectAll()
    .where(sql<string>`request -> 'quote' ->> 'id'`, "=", quoteId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return charge.of(row ?? null);
}

/** The charge of a subscription that this person began last, whatever became of it. */
export async function latestChargeBy(db: Db, subject: string, by: string): Promise<Charge | null> {
  const row = await chargesOf(db, subject)
    .selectAll()
    .where(sql<string>`request ->> 'by'`, "=", by)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return charge.of(row ?? null);
}

/** When the charges that went through since then were begun, the oldest first. */
export async function doneCharges(db: Db, subject: string, since: Date): Promise<Date[]> {
  const rows = await chargesOf(db, subject)
    .select("created_at")
    .where("state", "=", "done")
    .where("created_at", ">", since)
    .orderBy("created_at")
    .execute();
  return rows.map(({ created_at: at }) => at);
}
