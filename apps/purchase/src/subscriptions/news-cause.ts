import type { SubscriptionCause, SubscriptionNews } from "@foyer/contract/internal";
import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import { liveOperation, type Operation } from "../operations/operation-store.ts";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";

interface Change {
  readonly before: SubscriptionNews;
  readonly after: SubscriptionNews;
  /** The subscription's latest ones. */
  readonly invoices: readonly ProviderInvoice[];
}

/**
 * Who made a subscription what it is now, and what it cost: null where it became so by itself and for nothing.
 * Asked in the transaction that first sees the change, whoever brings it: then the operation that made it is still live.
 */
export async function causeOf(db: Queryable<PurchaseSchema>, change: Change): Promise<SubscriptionCause | null> {
  const invoice = payingInvoice(change);
  const live = await liveOperation(db, change.after.id);
  const by = live && isMadeBy(change, live) ? (live.request.by ?? null) : invoice && (await whoPaid(db, invoice.id));
  if (by === null && !invoice) return null;
  return { by, ...(invoice ? { amount: invoice.amountPaid, currency: invoice.currency } : {}) };
}

/** Whether what is new is what that operation asked for. */
function isMadeBy({ before, after }: Change, { kind, request }: Operation): boolean {
  const isWanted = (state: { plan: string; quantity: number }): boolean =>
    state.plan === request.plan && state.quantity === request.quantity;
  switch (kind) {
    case "charge": {
      // What was lowered at the provider is put back before more is charged.
      const isPutBack = request.quantityBefore !== undefined && before.next !== null && after.next === null;
      return isPutBack || (isWanted(after) && !isWanted(before));
    }
    case "record":
      return isWanted(after.next ?? after) && !isWanted(before.next ?? before);
    case "auto_renewal":
      return (
        after.cancel_at_period_end === request.cancelAtPeriodEnd &&
        before.cancel_at_period_end !== after.cancel_at_period_end
      );
    default:
      return false;
  }
}

/** The invoice that paid for what is in force now; null where that is paid for as it was before. */
function payingInvoice({ before, after, invoices }: Change): ProviderInvoice | null {
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

/** Who paid that invoice by hand; null where it was charged by itself. */
async function whoPaid(db: Queryable<PurchaseSchema>, invoiceId: string): Promise<string | null> {
  const operation = await db
    .selectFrom("operations")
    .select("request")
    .where("subscription_id", "=", `invoice:${invoiceId}`)
    .where("kind", "=", "pay")
    .where("state", "<>", "failed")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return operation?.request.by ?? null;
}
