import type { Queryable } from "@foyer/service-kit/db";
import type { Selectable } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";
import type { ProviderReturnsTable } from "../db/sales-tables.ts";
import type { PapersWanted } from "../stripe/payment-gateway.ts";

type Db = Queryable<PurchaseTables>;
export type ReturnRow = Selectable<ProviderReturnsTable>;

/** True for a customer of this portal. The provider's account may have others. */
export async function isCustomerKnown(db: Db, customerId: string): Promise<boolean> {
  const row = await db
    .selectFrom("customers")
    .select("omni_id")
    .where("customer_id", "=", customerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores refunds and disputes as the provider has them now. */
export async function saveReturns(tx: Db, rows: readonly ReturnRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto("provider_returns")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((eb) => ({
        amount_cents: eb.ref("excluded.amount_cents"),
        status: eb.ref("excluded.status"),
        credit_note_id: eb.ref("excluded.credit_note_id"),
        due_at: eb.ref("excluded.due_at"),
      })),
    )
    .execute();
}

/** Returns a customer's refunds that no credit note shows, newest first. */
export async function refundsWithoutNote(
  db: Db,
  customerId: string,
  { limit, startingAfter, created }: PapersWanted,
): Promise<ReturnRow[]> {
  let query = db
    .selectFrom("provider_returns")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("kind", "=", "refund")
    .where("credit_note_id", "is", null)
    .where("status", "not in", ["failed", "canceled"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (startingAfter !== undefined) {
    query = query.where((eb) =>
      eb(
        eb.refTuple("created_at", "id"),
        "<",
        eb
          .selectFrom("provider_returns as last")
          .select(["last.created_at", "last.id"])
          .where("last.id", "=", startingAfter)
          .$asTuple("created_at", "id"),
      ),
    );
  }
  if (created) {
    query = query
      .where("created_at", ">=", new Date(created.from * 1_000))
      .where("created_at", "<", new Date(created.before * 1_000));
  }
  return await query.execute();
}

/** Returns all refunds and disputes of a customer's invoices. */
export async function returnsOfCustomer(db: Db, customerId: string): Promise<ReturnRow[]> {
  return await db
    .selectFrom("provider_returns")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where("invoice_id", "is not", null)
    .execute();
}
