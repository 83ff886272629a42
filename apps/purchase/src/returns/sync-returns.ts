import { inTransaction } from "@foyer/service-kit/db";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { lockSale, noteSaleReturned } from "../sales/sale-store.ts";
import { saleJob } from "../sales/tell-sales.ts";
import type { ProviderCredit, ProviderInvoice, ProviderReturn, ProviderReturns } from "../stripe/payment-gateway.ts";
import { subscriptionById, subscriptionsOfLicense } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { isCustomerKnown, type ReturnRow, saveReturns } from "./return-store.ts";

const ofCharge = z.object({ chargeId: z.string() });

/** Reads the refunds and disputes of a payment again after an event. */
export const syncReturnsJob = { name: "sync-returns", payload: ofCharge };

export function syncReturnsJobFor(deps: Deps): JobDefinition<z.infer<typeof ofCharge>> {
  return defineJob({ ...syncReturnsJob, run: ({ chargeId }) => syncReturns(deps, chargeId) });
}

/** Stores what was refunded and disputed of a payment, and ends what it paid for if the brand says so. */
async function syncReturns(deps: Deps, chargeId: string): Promise<void> {
  const found = await deps.gateway.returns(chargeId);
  if (!found?.customerId || !(await isCustomerKnown(deps.db, found.customerId))) return;
  const invoice = found.invoiceId === null ? null : await deps.gateway.invoice(found.invoiceId);
  const credits = invoice ? await deps.gateway.credits(invoice.id) : [];
  const { customerId } = found;
  const rows = found.list.map((one) => rowOf(one, { chargeId, customerId, invoice, credits }));
  await inTransaction(deps.db, (tx) => saveReturns(tx, rows));
  if (deps.sales.refunds === "access_ends" && invoice && isMoneyGone(found, invoice, credits)) {
    await endAccess(deps, invoice);
  }
}

const noteOf = (refundId: string, credits: readonly ProviderCredit[]): ProviderCredit | undefined =>
  credits.find(({ refundIds, isVoid }) => !isVoid && refundIds.includes(refundId));

function rowOf(
  { id, kind, amount, currency, status, reason, created, dueBy }: ProviderReturn,
  of: {
    readonly chargeId: string;
    readonly customerId: string;
    readonly invoice: ProviderInvoice | null;
    readonly credits: readonly ProviderCredit[];
  },
): ReturnRow {
  const { invoice } = of;
  return {
    id,
    kind,
    customer_id: of.customerId,
    charge_id: of.chargeId,
    invoice_id: invoice?.id ?? null,
    invoice_number: invoice?.number ?? null,
    subscription_id: invoice?.subscriptionId ?? null,
    amount_cents: amount,
    currency,
    status,
    reason,
    credit_note_id: noteOf(id, of.credits)?.id ?? null,
    due_at: dueBy === null ? null : new Date(dueBy * 1_000),
    created_at: new Date(created * 1_000),
  };
}

/** Statuses of a dispute in which the bank holds the money. An inquiry (`warning_…`) moves none. */
export const TAKEN: ReadonlySet<string> = new Set([
  "needs_response",
  "under_review",
  "lost",
  "appeal_needs_response",
  "appeal_under_review",
]);

/**
 * True if the complete payment was given back or is disputed. A refund by this portal does not count, because its staff decide
 * about the license.
 */
function isMoneyGone(
  { list }: ProviderReturns,
  { amountPaid }: ProviderInvoice,
  credits: readonly ProviderCredit[],
): boolean {
  if (list.some(({ kind, status }) => kind === "dispute" && TAKEN.has(status))) return true;
  const refunds = list.filter(({ kind, status }) => kind === "refund" && status !== "failed" && status !== "canceled");
  const given = refunds
    .filter(({ id }) => (noteOf(id, credits)?.operationId ?? null) === null)
    .reduce((sum, { amount }) => sum + amount, 0);
  return given > 0 && given >= amountPaid;
}

/** Ends the subscription or the license that is paid once. Ending it again changes nothing. */
async function endAccess(deps: Deps, invoice: ProviderInvoice): Promise<void> {
  const { subscriptionId: id } = invoice;
  if (id === null) return await endSale(deps, invoice.id);
  const row = await subscriptionById(deps.db, id);
  if (!row || isEnded(row.status) || !paysNow(invoice, deps.clock.now())) return;
  await deps.gateway.cancelSubscription(id, `returned:${invoice.id}`);
  await syncSubscription(deps, id);
}

/** True if the invoice paid for the current period. One for some more seats, or for an earlier period, ends nothing. */
const paysNow = ({ lines }: ProviderInvoice, now: Date): boolean =>
  lines.some(({ proration, amount, period }) => !proration && amount > 0 && period.end * 1_000 > now.getTime());

async function endSale(deps: Deps, invoiceId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const sale = await lockSale(tx, invoiceId);
    if (!sale || sale.returned_at !== null) return;
    const others = await subscriptionsOfLicense(tx, sale.registration_id);
    // The license is paid by a subscription now.
    if (others.some(({ status }) => !isEnded(status))) return;
    await noteSaleReturned(tx, invoiceId, deps.clock.now());
    await deps.addJob(tx, saleJob, { invoiceId }, { key: `sale:${invoiceId}` });
  });
}
