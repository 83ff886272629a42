import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { z } from "zod";
import type { PurchaseTables } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { decideNotice } from "../../notices/decide-notice.ts";
import { refundsWithoutNote } from "../../returns/return-store.ts";
import { noteSaleReturned } from "../../sales/sale-store.ts";
import { saleJob } from "../../sales/tell-sales.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { isEnded } from "../../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { giveBack, leftToGiveBack, sumOf } from "./give-back.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { operationKind, type OperationOf, type OperationOfKind, requestKind, subjectOf } from "./operation.ts";
import { finishOperation, insertOperation } from "./operation-store.ts";
import { actDraft, by, recordAct, statement, twin } from "./request-parts.ts";

/** The end of a purchase at once, and the return of everything that was paid for it. */
const canceling = z.object({
  cancel: z.object({
    /** The checkout's id. */
    purchase: z.string(),
    /** Content of the customer's mail. Absent in operations of an older version. */
    tell: z.object({ description: z.string(), currency: z.string() }).exactOptional(),
    /** The invoice of a license that is paid once. */
    invoice: z.string().exactOptional(),
    /** Refunds to the card and to the balance, as known when the operation began. */
    amount: z.number(),
    balance: z.number(),
    /** Set if nothing is given back. */
    keepsMoney: z.literal(true).exactOptional(),
  }),
  act: actDraft,
  twin,
  /** The buyer, if a statement at the desk is carried out. */
  by,
  statement,
});

/** The end of a bought subscription. */
export const cancelPurchase = requestKind("cancel_purchase", canceling);
/** The end of a license that is paid once. */
export const returnSale = requestKind("return_sale", canceling);
export type Canceling = z.infer<typeof canceling>;

/** Maximum number of invoices of a subscription that is at most two weeks old. */
const MOST_INVOICES = 100;

/** Maximum number of refunds of a customer that no credit note shows. */
const MOST_REFUNDS = 500;

/** Counts refunds in the provider's dashboard, which no credit note shows, as given back. */
async function withRefunds(deps: Pick<Deps, "db">, invoices: readonly ProviderInvoice[]): Promise<ProviderInvoice[]> {
  const customer = invoices[0]?.customerId;
  const refunds = customer ? await refundsWithoutNote(deps.db, customer, { limit: MOST_REFUNDS }) : [];
  return invoices.map((invoice) => {
    const own = refunds.filter(({ invoice_id: id }) => id === invoice.id);
    return { ...invoice, credited: own.reduce((sum, { amount_cents: cents }) => sum + cents, invoice.credited) };
  });
}

/** Returns the invoices of a subscription, with everything that was given back of them. */
export const invoicesOf = async (
  deps: Pick<Deps, "gateway" | "db">,
  subscriptionId: string,
): Promise<readonly ProviderInvoice[]> =>
  await withRefunds(deps, await deps.gateway.subscriptionInvoices(subscriptionId, MOST_INVOICES));

/** Returns an invoice with everything that was given back of it, or null. */
export async function invoiceOf(deps: Pick<Deps, "gateway" | "db">, id: string): Promise<ProviderInvoice | null> {
  const invoice = await deps.gateway.invoice(id);
  return invoice && ((await withRefunds(deps, [invoice]))[0] ?? null);
}

/** Returns the paid invoices of which something is left to give back. */
export function refundableInvoices(invoices: readonly ProviderInvoice[]): ProviderInvoice[] {
  return invoices.filter((invoice) => {
    const { amount, balance } = leftToGiveBack(invoice);
    return invoice.status === "paid" && amount + balance > 0;
  });
}

/** Marks the refunds of an operation. */
export const refundsOf = (operationId: string): string => `refund of ${operationId}`;

/** Records the refunds of what has ended, each an operation of its own, and ends the operation that ended it. */
async function recordRefunds(
  deps: Deps,
  tx: Queryable<PurchaseTables>,
  {
    operation,
    invoices,
  }: { readonly operation: OperationOf<string, Canceling>; readonly invoices: readonly ProviderInvoice[] },
): Promise<void> {
  const { customer_id: customerId, request } = operation;
  const now = deps.clock.now();
  const { reason, staff } = request.act;
  for (const { id: invoice, number, total, currency, credited, ...rest } of invoices) {
    const left = leftToGiveBack({ total, credited, ...rest });
    const before = { number, total, currency, given_back: credited };
    const act = { staff, act: "invoice.refund", target: `invoice:${invoice}`, reason, before };
    await insertOperation(tx, giveBack, {
      subject: subjectOf.invoice(invoice),
      customerId,
      request: { giveBack: { invoice, to: "card", ...left }, act, twin: refundsOf(operation.id) },
      now,
    });
  }
  const given = sumOf(invoices.map(leftToGiveBack));
  const after = { ...request.act.before, status: "canceled", given_back: given.amount + given.balance };
  await recordAct(tx, now, request.act, after);
  const { invoice = operation.subject, tell } = request.cancel;
  if (tell) {
    const about = { customerId, subject: invoice, occasion: "canceled" };
    const told = { ...tell, amount: given.amount, credit: given.balance };
    await decideNotice(deps, tx, about, { kind: "purchase_canceled", ...told });
  }
  await finishOperation(tx, operation, { state: "done", now });
}

/**
 * Ends the subscription, and then records its end and the refunds in one transaction, so that neither is lost or
 * repeated. A refund of staff that is under way makes this one wait.
 */
async function cancelAndRefund(deps: Deps, operation: OperationOfKind<typeof cancelPurchase>): Promise<void> {
  const { subject: id } = operation;
  await deps.gateway.cancelSubscription(id, repeatableKeyOf(operation, "cancel"));
  const { keepsMoney = false } = operation.request.cancel;
  const invoices = keepsMoney ? [] : refundableInvoices(await invoicesOf(deps, id));
  await syncSubscription(deps, id, async (tx, row) => {
    // The next try reads it again.
    if (!isEnded(row.status)) throw new Error(`the canceled subscription ${id} has not ended yet`);
    await recordRefunds(deps, tx, { operation, invoices });
  });
}

/** Records the end of a license that is paid once and its refund, and queues the report to the accounts service. */
async function returnAndRefund(deps: Deps, operation: OperationOfKind<typeof returnSale>): Promise<void> {
  const { invoice: invoiceId } = operation.request.cancel;
  const invoice = invoiceId === undefined ? null : await invoiceOf(deps, invoiceId);
  if (!invoice) throw new Error(`operation ${operation.id} returns no invoice of the provider`);
  await inTransaction(deps.db, async (tx) => {
    await noteSaleReturned(tx, invoice.id, deps.clock.now());
    await deps.addJob(tx, saleJob, { invoiceId: invoice.id }, { key: `sale:${invoice.id}` });
    await recordRefunds(deps, tx, { operation, invoices: refundableInvoices([invoice]) });
  });
}

export const cancelPurchaseKind = operationKind(cancelPurchase, {
  carryOut: cancelAndRefund,
  madeBy: ({ after }, request) => (isEnded(after.status) && request.statement ? request : null),
});
export const returnSaleKind = operationKind(returnSale, { carryOut: returnAndRefund });
