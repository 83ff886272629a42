import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseTables } from "../../db/schema.ts";
import { type Charge, charge } from "./charge.ts";
import type { Operation } from "./operation.ts";
import { record } from "./record-change.ts";

type Db = Queryable<PurchaseTables>;

const chargesOf = (db: Db, subject: string) =>
  db.selectFrom("operations").where("subject", "=", subject).where("kind", "=", charge.name);

/** Returns the newest charge for a quote, in any state. */
export async function chargeByQuote(db: Db, subject: string, quoteId: string): Promise<Charge | null> {
  const row = await chargesOf(db, subject)
    .selectAll()
    .where(sql<string>`request -> 'quote' ->> 'id'`, "=", quoteId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return charge.of(row ?? null);
}

/** Returns the newest change of a customer by that quote, in any state. It outlives the quote. */
export async function changeByQuote(db: Db, customerId: string, quoteId: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "in", [charge.name, record.name])
    .where(sql<string>`request -> 'quote' ->> 'id'`, "=", quoteId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the newest charge of a customer with that invoice, in any state. */
export async function chargeByInvoice(db: Db, customerId: string, invoiceId: string): Promise<Charge | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .where("customer_id", "=", customerId)
    .where("kind", "=", charge.name)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return charge.of(row ?? null);
}

/** Returns the newest charge of a subscription by this person, in any state. */
export async function latestChargeBy(db: Db, subject: string, by: string): Promise<Charge | null> {
  const row = await chargesOf(db, subject)
    .selectAll()
    .where(sql<string>`request ->> 'by'`, "=", by)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return charge.of(row ?? null);
}

/** Returns when the successful charges after `since` were begun, oldest first. */
export async function doneCharges(db: Db, subject: string, since: Date): Promise<Date[]> {
  const rows = await chargesOf(db, subject)
    .select("created_at")
    .where("state", "=", "done")
    .where("created_at", ">", since)
    .orderBy("created_at")
    .execute();
  return rows.map(({ created_at: at }) => at);
}

/** Returns the live charges of a subscription, and the failed ones with one of the given invoices. */
export async function unsettledCharges(
  db: Db,
  subject: string,
  invoiceIds: readonly string[],
): Promise<Pick<Charge, "id" | "invoice_id" | "state" | "request" | "created_at">[]> {
  const rows = await chargesOf(db, subject)
    .select(["id", "invoice_id", "state", "request", "created_at"])
    .where("state", "<>", "done")
    .where((eb) => {
      const isLive = eb("state", "<>", "failed");
      return invoiceIds.length === 0 ? isLive : eb.or([eb("invoice_id", "in", invoiceIds), isLive]);
    })
    .execute();
  return rows.map(({ request, ...row }) => ({ ...row, request: charge.requestOf(request) }));
}

/** Returns the outcome of the failed charge with that invoice, or null. */
export async function failedOutcome(db: Db, invoiceId: string): Promise<Charge["outcome"]> {
  const row = await db
    .selectFrom("operations")
    .select("outcome")
    .where("invoice_id", "=", invoiceId)
    .where("kind", "=", charge.name)
    .where("state", "=", "failed")
    .executeTakeFirst();
  return row?.outcome ?? null;
}
