import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../../db/schema.ts";
import { subjectOf } from "./operation.ts";
import { pay } from "./pay-invoice.ts";

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
