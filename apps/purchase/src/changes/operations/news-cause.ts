import type { SubscriptionCause } from "@foyer/contract/internal";
import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../../db/schema.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import type { StateChange } from "../../subscriptions/mirror-hooks.ts";
import { makerOf } from "./kinds.ts";
import { liveOperation } from "./operation-store.ts";
import { whoPaid } from "./charge-store.ts";

/**
 * Returns who caused the new state of a subscription, and its price. Null if it changed by itself and for free. Runs in
 * the transaction that first sees the change, while the operation that caused it is still live.
 */
export async function causeOf(db: Queryable<PurchaseTables>, change: StateChange): Promise<SubscriptionCause | null> {
  const invoice = payingInvoice(change);
  const live = await liveOperation(db, change.after.id);
  const maker = live && makerOf(change, live);
  const by = maker ? (maker.by ?? null) : invoice && (await whoPaid(db, invoice.id));
  const stated = maker?.statement ? { statement: maker.statement } : {};
  if (by === null && !invoice && !maker?.statement) return null;
  return { by, ...stated, ...(invoice ? { amount: invoice.amountPaid, currency: invoice.currency } : {}) };
}

/** Returns the invoice that paid for the current state, or null if nothing new was paid for. */
function payingInvoice({ before, after, invoices }: StateChange): ProviderInvoice | null {
  const isAsBefore =
    before.plan === after.plan && before.quantity === after.quantity && before.paid_until === after.paid_until;
  if (isAsBefore) return null;
  const paid = invoices.find(
    ({ status, lines }) =>
      status === "paid" &&
      lines.some(
        (line) =>
          line.planId === after.plan &&
          line.quantity === after.quantity &&
          line.amount >= 0 &&
          line.period.end === after.paid_until,
      ),
  );
  return paid ?? null;
}
