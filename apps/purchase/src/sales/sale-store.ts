import type { ToldAs } from "@foyer/contract/staff-purchase";
import type { Queryable } from "@foyer/service-kit/db";
import { type Insertable, type Selectable, sql } from "kysely";
import { asRefused, type MessageRefused } from "../accounts/refused-message.ts";
import type { SalesTable } from "../db/sales-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;
export type Sale = Selectable<SalesTable>;

/** Stores a paid license without a subscription. */
export async function insertSale(tx: Db, sale: Omit<Insertable<SalesTable>, "told_at" | "returned_at">): Promise<void> {
  await tx
    .insertInto("sales")
    .values({ ...sale, returned_at: null, told_at: null })
    .onConflict((conflict) => conflict.column("invoice_id").doNothing())
    .execute();
}

export async function saleById(db: Db, invoiceId: string): Promise<Sale | null> {
  return (await db.selectFrom("sales").selectAll().where("invoice_id", "=", invoiceId).executeTakeFirst()) ?? null;
}

export async function lockSale(tx: Db, invoiceId: string): Promise<Sale | null> {
  const row = await tx
    .selectFrom("sales")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Notes that the accounts service accepted the sale, unless the sale has changed since it was read. */
export async function noteSaleTold(
  db: Db,
  { invoice_id: invoiceId, returned_at: returned }: Sale,
  now: Date,
  toldAs?: ToldAs,
): Promise<void> {
  await db
    .updateTable("sales")
    .set({ told_at: now, ...(toldAs ? { told_as: JSON.stringify(toldAs) } : {}) })
    .where("invoice_id", "=", invoiceId)
    .where("returned_at", "is not distinct from", returned)
    .execute();
}

/** Sets a sale aside that the accounts service refused. */
export async function noteSaleRefused(db: Db, sale: Sale, refusal: MessageRefused, now: Date): Promise<void> {
  const { refused_at: since, ...rest } = asRefused(sale, refusal, now);
  await db
    .updateTable("sales")
    .set((eb) => ({ ...rest, refused_at: eb.fn.coalesce("refused_at", sql<Date>`${since}::timestamptz`) }))
    .where("invoice_id", "=", sale.invoice_id)
    .where("told_at", "is", null)
    .execute();
}

/** Notes that the payment is given back, so that the return is reported to the accounts service. */
export async function noteSaleReturned(tx: Db, invoiceId: string, now: Date): Promise<void> {
  await tx
    .updateTable("sales")
    .set({ returned_at: now, told_at: null, next_try_at: null })
    .where("invoice_id", "=", invoiceId)
    .where("returned_at", "is", null)
    .execute();
}

/** Returns the invoices of a customer's licenses that are paid once and are not given back. */
export async function keptSales(db: Db, customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .select("invoice_id")
    .where("customer_id", "=", customerId)
    .where("returned_at", "is", null)
    .execute();
  return rows.map(({ invoice_id: id }) => id);
}

/** Returns some unsent sales that are due. Refused ones come last. */
export async function untoldSales(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .select("invoice_id")
    .where("told_at", "is", null)
    .where((eb) => eb.or([eb("next_try_at", "is", null), eb("next_try_at", "<=", now)]))
    .orderBy("tries")
    .orderBy("paid_at")
    .limit(200)
    .execute();
  return rows.map(({ invoice_id: id }) => id);
}

/** Returns the newest sale of a license. */
export async function saleOfLicense(db: Db, license: string): Promise<Sale | null> {
  const sales = db.selectFrom("sales").selectAll().where("registration_id", "=", license);
  return (await sales.orderBy("paid_at", "desc").limit(1).executeTakeFirst()) ?? null;
}

/** Returns the licenses that a customer paid for once, by invoice. */
export async function soldLicenses(db: Db, customerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("sales")
    .select(["invoice_id", "registration_id"])
    .where("customer_id", "=", customerId)
    .execute();
  return new Map(rows.map(({ invoice_id: invoice, registration_id: license }) => [invoice, license]));
}
