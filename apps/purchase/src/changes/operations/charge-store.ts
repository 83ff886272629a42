import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { PurchaseTables } from "../../db/schema.ts";
import { type Charge, charge } from "./charge.ts";
import { type Operation, subjectOf } from "./operation.ts";
import { quoteIdOfRequest } from "./operation-store.ts";
import { record } from "./record-change.ts";
import { pay } from "./pay-invoice.ts";

type Db = Queryable<PurchaseTables>;

const chargesOf = (db: Db, subject: string) =>
  db.selectFrom("operations").where("subject", "=", subject).where("kind", "=", charge.name);
const changesOf = (db: Db, customerId: string) =>
  db
    .selectFrom("operations")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "in", [charge.name, record.name])
    .orderBy("number", "desc")
    .limit(1);

/** Returns the newest charge for a quote, in any state. */
export async function chargeByQuote(db: Db, subject: string, quoteId: string): Promise<Charge | null> {
  const newest = chargesOf(db, subject).selectAll().where(quoteIdOfRequest, "=", quoteId).orderBy("number", "desc");
  return charge.of((await newest.limit(1).executeTakeFirst()) ?? null);
}

/**
 * Returns the newest charge of a subscription that this person had staged, in any state. A charge that was never staged answers
 * only confirmations that name its quote.
 */
export async function latestStagedCharge(db: Db, subject: string, by: string): Promise<Charge | null> {
  const own = chargesOf(db, subject)
    .selectAll()
    .where(sql<string>`request ->> 'by'`, "=", by)
    .where(sql<string>`coalesce(request ->> 'wasStaged', 'true')`, "=", "true");
  return charge.of((await own.orderBy("number", "desc").limit(1).executeTakeFirst()) ?? null);
}

/** Returns the newest change of a customer by that quote, in any state. It outlives the quote. */
export async function changeByQuote(db: Db, customerId: string, quoteId: string): Promise<Operation | null> {
  return (await changesOf(db, customerId).where(quoteIdOfRequest, "=", quoteId).executeTakeFirst()) ?? null;
}

/** Returns the newest charge of a customer with that invoice, in any state. */
export async function chargeByInvoice(db: Db, customerId: string, invoiceId: string): Promise<Charge | null> {
  return charge.of((await changesOf(db, customerId).where("invoice_id", "=", invoiceId).executeTakeFirst()) ?? null);
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

/** Returns the account name of the person who paid the invoice manually, or null if it was charged automatically. */
export async function whoPaid(db: Queryable<PurchaseTables>, invoiceId: string): Promise<string | null> {
  const operation = await db
    .selectFrom("operations")
    .select("request")
    .where("subject", "=", subjectOf.invoice(invoiceId))
    .where("kind", "=", pay.name)
    .where("state", "<>", "failed")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return (operation && pay.requestOf(operation.request).by) ?? null;
}
