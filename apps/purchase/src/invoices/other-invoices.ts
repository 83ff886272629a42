import type { Invoice, InvoiceOutcome } from "@foyer/contract/subscription-wire";
import { refuse } from "@foyer/service-kit/errors";
import { beginOrJoin } from "../changes/operations/begin.ts";
import { failedOutcome } from "../changes/operations/charge-store.ts";
import { openOperationWith } from "../changes/operations/operation-store.ts";
import { type Operation, subjectOf } from "../changes/operations/operation.ts";
import { pay } from "../changes/operations/pay-invoice.ts";
import { isTwinOf } from "../changes/operations/request-parts.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import { refuseDeclined } from "../changes/refuse-too-many.ts";
import type { Deps } from "../deps.ts";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";
import { orRefuse, refuseAs } from "../stripe/stored-refusal.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { invoiceWire, outcomeWire } from "./invoice-wire.ts";

const PAGE = 25;

/** Returns an invoice of one of those customers. For other customers it does not exist. */
export async function reachInvoice(deps: Deps, customerIds: readonly string[], id: string): Promise<ProviderInvoice> {
  const invoice = await orRefuse(() => deps.gateway.invoice(id));
  if (!invoice?.customerId || !customerIds.includes(invoice.customerId)) refuse("object.not_found");
  return invoice;
}

/** Settles the live operation of this invoice, if any. */
async function settleOperationOf(deps: Deps, invoiceId: string): Promise<void> {
  const operation = await openOperationWith(deps.db, invoiceId);
  if (operation) await awaitOperation(deps, operation.id);
}

/** Refuses with 20006 to confirm the invoice of a change that broke its quote. The message says what happened. */
async function refuseVoidChange(deps: Deps, invoiceId: string): Promise<void> {
  const refusal = (await failedOutcome(deps.db, invoiceId))?.refusal;
  if (refusal?.name === "quote.dead") refuseAs(refusal);
}

/** Reads the result of a payment back from the provider. */
async function takeOver(deps: Deps, invoice: ProviderInvoice): Promise<void> {
  await settleOperationOf(deps, invoice.id);
  const { subscriptionId } = invoice;
  if (subscriptionId === null) return;
  await orRefuse(() => syncSubscription(deps, subscriptionId));
  await tellAccountsNow(deps, subscriptionId);
}

/** Finalizes a draft. Returns any other invoice unchanged. */
export async function finalizeInvoice(deps: Deps, customerIds: readonly string[], id: string): Promise<InvoiceOutcome> {
  const invoice = await reachInvoice(deps, customerIds, id);
  if (invoice.status !== "draft") {
    await settleOperationOf(deps, id);
    await refuseVoidChange(deps, id);
    return outcomeWire(await reachInvoice(deps, customerIds, id));
  }
  // The key depends only on the invoice, so that concurrent callers finalize it once.
  await orRefuse(() => deps.gateway.finalizeInvoice(id, `finalize:${id}`));
  await takeOver(deps, invoice);
  return outcomeWire(await reachInvoice(deps, customerIds, id));
}

/**
 * Tries once to pay an open invoice. A second try is a new operation: a declined card may work a minute later, and the
 * invoice is still paid only once.
 */
export async function tryToPay(
  deps: Deps,
  { customerId, invoiceId, by }: Record<"customerId" | "invoiceId" | "by", string>,
): Promise<Operation> {
  const request = { pay: { invoice: invoiceId, card: null }, twin: "", by };
  const subject = subjectOf.invoice(invoiceId);
  const repeat = { kind: pay, subject, isTwin: isTwinOf(request), repeatMs: 0, now: deps.clock.now() };
  const begun = await beginOrJoin(deps, repeat, customerId, async (tx) => {
    await refuseDeclined(deps, tx, customerId);
    return request;
  });
  return await awaitOperation(deps, begun.id);
}

/** Pays an open invoice with the default card. Returns the invoice, which is paid or waits for the bank. */
export async function payInvoice(
  deps: Deps,
  payment: Record<"customerId" | "invoiceId" | "by", string>,
): Promise<ProviderInvoice> {
  const { customerId, invoiceId } = payment;
  const invoice = await reachInvoice(deps, [customerId], invoiceId);
  if (invoice.status === "paid") return invoice;
  if (invoice.status !== "open") refuse("subscription.forbidden", { reason: "invoice_closed" });
  const operation = await tryToPay(deps, payment);
  const now = await reachInvoice(deps, [customerId], invoiceId);
  if (now.status === "paid") await takeOver(deps, now);
  else refuseUnlessDone(operation);
  return now;
}

/** Lists invoices, newest first. Leaves out drafts and invoices of dropped changes. */
export async function listInvoices(
  deps: Deps,
  customerId: string,
  page: { readonly limit: number | undefined; readonly startingAfter: string | undefined },
): Promise<{ invoices: Invoice[]; has_more: boolean }> {
  const limit = page.limit ?? PAGE;
  const invoices: ProviderInvoice[] = [];
  let { startingAfter } = page;
  // The invoice of another customer does not exist, not even as a place in this list.
  if (startingAfter !== undefined) await reachInvoice(deps, [customerId], startingAfter);
  for (let hasMore = true; hasMore;) {
    const next = await orRefuse(() =>
      deps.gateway.customerInvoices(customerId, { limit: 100, ...(startingAfter ? { startingAfter } : {}) }),
    );
    const shown = next.items.filter(({ status }) => status !== "draft" && status !== "void");
    invoices.push(...shown);
    if (invoices.length > limit) break;
    ({ hasMore } = next);
    startingAfter = next.items.at(-1)?.id;
    hasMore &&= startingAfter !== undefined;
  }
  return { invoices: invoices.slice(0, limit).map(invoiceWire), has_more: invoices.length > limit };
}
