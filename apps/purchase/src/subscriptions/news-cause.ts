import type { SubscriptionCause, SubscriptionNews } from "@foyer/contract/internal";
import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import { type Operation, subjectOf } from "../operations/operation.ts";
import { liveOperation } from "../operations/operation-store.ts";
import { autoRenewal, charge, pay, record } from "../operations/requests.ts";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";

interface Seats {
  readonly plan: string;
  readonly quantity: number;
}

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
  const maker = live && makerOf(change, live);
  const by = maker ? (maker.by ?? null) : invoice && (await whoPaid(db, invoice.id));
  if (by === null && !invoice) return null;
  return { by, ...(invoice ? { amount: invoice.amountPaid, currency: invoice.currency } : {}) };
}

/** Whoever asked for that operation, where what is new is what was asked for. */
function makerOf({ before, after }: Change, live: Operation): { readonly by?: string } | null {
  const isWanted = (state: Seats, wanted: Seats): boolean =>
    state.plan === wanted.plan && state.quantity === wanted.quantity;
  const charged = charge.of(live)?.request;
  if (charged) {
    // What was lowered at the provider is put back before more is charged.
    const isPutBack = charged.quantityBefore !== undefined && before.next !== null && after.next === null;
    return isPutBack || (isWanted(after, charged) && !isWanted(before, charged)) ? charged : null;
  }
  const recorded = record.of(live)?.request;
  if (recorded) {
    return isWanted(after.next ?? after, recorded) && !isWanted(before.next ?? before, recorded) ? recorded : null;
  }
  const turned = autoRenewal.of(live)?.request;
  const isTurned = before.cancel_at_period_end !== after.cancel_at_period_end;
  return turned && isTurned && after.cancel_at_period_end === turned.cancelAtPeriodEnd ? turned : null;
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
    .where("subject", "=", subjectOf.invoice(invoiceId))
    .where("kind", "=", pay.name)
    .where("state", "<>", "failed")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return (operation && pay.requestOf(operation.request).by) ?? null;
}
