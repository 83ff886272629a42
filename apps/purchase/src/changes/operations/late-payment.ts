import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../../db/schema.ts";
import type { ProviderInvoice, ProviderSubscription } from "../../stripe/payment-gateway.ts";
import { unsettledCharges } from "./charge-store.ts";
import { subjectOf } from "./operation.ts";

/** Allowed difference between our clock and the provider's. */
const SKEW_MS = 120_000;

/** Returns the end of the period that an invoice prorates, in Unix seconds, or null without proration. */
export function proratedUntil({ lines }: Pick<ProviderInvoice, "lines">): number | null {
  const ends = lines.filter(({ proration }) => proration).map(({ period }) => period.end);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** True if a change was paid after the end of the period that its amount was computed for. Such a change is void. */
export function isPaidLate(invoice: Pick<ProviderInvoice, "lines" | "paidAt">): boolean {
  const until = proratedUntil(invoice);
  return invoice.paidAt !== null && until !== null && invoice.paidAt >= until;
}

/**
 * Returns the invoices of a subscription that paid for something in force. Leaves out changes that were paid
 * too late, refunded or not, and changes that are taking effect now.
 */
export async function withoutVoidChanges(
  db: Queryable<PurchaseTables>,
  { id: subscriptionId, quantity }: Pick<ProviderSubscription, "id" | "quantity">,
  invoices: readonly ProviderInvoice[],
): Promise<readonly ProviderInvoice[]> {
  const isOfChange = ({ billingReason, operationId }: ProviderInvoice): boolean =>
    billingReason === "subscription_update" || operationId !== null;
  const late = invoices.filter((invoice) => isOfChange(invoice) && isPaidLate(invoice));
  const own = invoices.filter(({ status, operationId }) => status === "paid" && operationId !== null);
  if (late.length + own.length === 0) return invoices;
  const charges = await unsettledCharges(
    db,
    subjectOf.subscription(subscriptionId),
    late.map(({ id }) => id),
  );
  const isVoid = ({ id, created }: ProviderInvoice): boolean =>
    charges.some(
      ({ invoice_id: invoiceId, state, created_at: begun }) =>
        invoiceId === id || (state !== "failed" && created * 1_000 >= begun.getTime() - SKEW_MS),
    );
  // Just paid, and the provider does not have the seats yet: invoice and seats take effect together.
  const isComing = ({ operationId }: ProviderInvoice): boolean =>
    charges.some(({ id, state, request }) => id === operationId && state !== "failed" && request.quantity !== quantity);
  const voided = new Set([...late.filter(isVoid), ...own.filter(isComing)]);
  return invoices.filter((invoice) => !voided.has(invoice));
}
