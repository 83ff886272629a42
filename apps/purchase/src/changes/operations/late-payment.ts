import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../../db/schema.ts";
import type { ProviderInvoice, ProviderSubscription } from "../../stripe/payment-gateway.ts";
import { unsettledCharges } from "./charge-store.ts";
import { subjectOf } from "./operation.ts";

/** Our clock and the provider's need not agree to the second. */
const SKEW_MS = 120_000;

/** When the period ends that a change was prorated in, unix seconds; null for an invoice that prorates nothing. */
export function proratedUntil({ lines }: Pick<ProviderInvoice, "lines">): number | null {
  const ends = lines.filter(({ proration }) => proration).map(({ period }) => period.end);
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Whether a change was paid only after the period had ended that its amount was made for: such a change is void. */
export function isPaidLate(invoice: Pick<ProviderInvoice, "lines" | "paidAt">): boolean {
  const until = proratedUntil(invoice);
  return invoice.paidAt !== null && until !== null && invoice.paidAt >= until;
}

/**
 * Those invoices of a subscription that stand for something in force: without those of changes that were begun here and
 * paid too late, whether their money was returned already or will be, or that are just being put in force.
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
  // Paid a moment ago, and the seats are not at the provider yet: both come into force together.
  const isComing = ({ operationId }: ProviderInvoice): boolean =>
    charges.some(({ id, state, request }) => id === operationId && state !== "failed" && request.quantity !== quantity);
  const voided = new Set([...late.filter(isVoid), ...own.filter(isComing)]);
  return invoices.filter((invoice) => !voided.has(invoice));
}
