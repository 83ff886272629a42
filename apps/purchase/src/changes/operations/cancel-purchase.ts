import { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { isEnded } from "../../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { giveBack } from "./give-back.ts";
import { leftToGiveBack } from "./left-to-give-back.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { operationKind } from "./operation-kind.ts";
import { finishOperation, insertOperation } from "./operation-store.ts";
import { type OperationOfKind, requestKind, subjectOf } from "./operation.ts";
import { actDraft, recordAct } from "./record-act.ts";
import { twin } from "./request-parts.ts";

/** The end of a bought subscription at once, and the return of everything that was paid for it. */
export const cancelPurchase = requestKind(
  "cancel_purchase",
  z.object({
    cancel: z.object({
      /** The checkout's id. */
      purchase: z.string(),
      /** What is given back to the card and to the balance, as far as it was known at the beginning. */
      amount: z.number(),
      balance: z.number(),
    }),
    act: actDraft,
    twin,
  }),
);
type Cancel = OperationOfKind<typeof cancelPurchase>;

/** Maximum number of invoices of a subscription that is at most two weeks old. */
const MOST_INVOICES = 100;

export const invoicesOf = (
  { gateway }: Pick<Deps, "gateway">,
  subscriptionId: string,
): Promise<readonly ProviderInvoice[]> => gateway.subscriptionInvoices(subscriptionId, MOST_INVOICES);

/** Returns the paid invoices of which something is left to give back. */
export function refundableInvoices(invoices: readonly ProviderInvoice[]): ProviderInvoice[] {
  return invoices.filter((invoice) => {
    const { amount, balance } = leftToGiveBack(invoice);
    return invoice.status === "paid" && amount + balance > 0;
  });
}

/** Marks the refunds of an operation. */
export const refundsOf = (operationId: string): string => `refund of ${operationId}`;

/**
 * Ends the subscription, and then records its end and the refunds in one transaction, so that neither is lost or
 * repeated. Each refund is an operation of its own. A refund of staff that is under way makes this one wait.
 */
async function cancelAndRefund(deps: Deps, operation: Cancel): Promise<void> {
  const { subject: id, customer_id: customerId, request } = operation;
  await deps.gateway.cancelSubscription(id, repeatableKeyOf(operation, "cancel"));
  const invoices = refundableInvoices(await invoicesOf(deps, id));
  await syncSubscription(deps, id, async (tx, row) => {
    // The next try reads it again.
    if (!isEnded(row.status)) throw new Error(`the canceled subscription ${id} has not ended yet`);
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
    const given = invoices.map(leftToGiveBack).reduce((sum, { amount, balance }) => sum + amount + balance, 0);
    await recordAct(tx, now, request.act, { ...request.act.before, status: row.status, given_back: given });
    await finishOperation(tx, operation, { state: "done", now });
  });
}

export const cancelPurchaseKind = operationKind(cancelPurchase, { carryOut: cancelAndRefund });
