import { cents, formatMoney } from "@foyer/domain/money";
import { addIntervals } from "@foyer/domain/periods";
import { descriptionOf } from "../../notices/notice-of-state.ts";
import type { Deps } from "../../deps.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import type { StoredRefusal } from "../../stripe/stored-refusal.ts";
import { planById } from "../../subscriptions/subscription-store.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import type { Charge } from "./charge.ts";
import { giveBack, leftToGiveBack } from "./give-back.ts";
import { proratedUntil } from "./late-payment.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { finishOperation, insertOperation } from "./operation-store.ts";
import { subjectOf } from "./operation.ts";

/** The period of the change ended before anything was charged. */
export const periodOver: StoredRefusal = { name: "quote.dead", reason: "period_over" };

function returnedRefusal({ amountPaid, currency }: ProviderInvoice): StoredRefusal {
  const amount = formatMoney(cents(amountPaid), currency);
  return { name: "quote.dead", reason: "period_over_returned", facts: { amount } };
}

/** Undoes a change that the provider made although it was paid too late. Moves no money. */
async function putBack(deps: Deps, operation: Charge, invoice: ProviderInvoice): Promise<void> {
  const { plan, quantity, inForce, quantityBefore } = operation.request;
  const now = await deps.gateway.subscription(operation.subject);
  if (!now || !inForce) return;
  const before = { plan: inForce.plan, quantity: quantityBefore ?? inForce.quantity };
  const isInForce = now.plan.id === plan && now.quantity === quantity;
  const isLowered = now.plan.id === before.plan && now.quantity === before.quantity;
  if (!isInForce && (quantityBefore === undefined || isLowered)) return;
  const change = { itemId: now.itemId, ...before };
  const trialEnd = before.plan === now.plan.id ? null : await endOfRenewed(deps, before.plan, invoice);
  await deps.gateway.changeQuietly(
    now.id,
    { ...change, ...(trialEnd === null ? {} : { trialEnd }) },
    repeatableKeyOf(operation, "undo"),
  );
}

/** Returns the end of the period after the change's own one. Its renewal pays for it. */
async function endOfRenewed(deps: Deps, planId: string, invoice: ProviderInvoice): Promise<number> {
  const plan = await planById(deps.db, planId);
  const until = proratedUntil(invoice) ?? invoice.created;
  const end = addIntervals(new Date(until * 1_000), plan?.interval ?? "month", 1);
  return Math.floor(end.getTime() / 1_000);
}

/**
 * Ends a change that was paid after its period had ended: the change is void and the payment is refunded. The
 * end and the refund are recorded in one transaction, so that neither is lost or repeated. The refund is an
 * operation of its own.
 */
export async function returnCharge(deps: Deps, operation: Charge, invoice: ProviderInvoice): Promise<void> {
  await putBack(deps, operation, invoice);
  await syncSubscription(deps, operation.subject, async (tx) => {
    const now = deps.clock.now();
    const outcome = { refusal: returnedRefusal(invoice) };
    await finishOperation(tx, operation, { state: "failed", now, invoiceId: invoice.id, outcome });
    if (invoice.total <= 0) return;
    await insertOperation(tx, giveBack, {
      subject: subjectOf.invoice(invoice.id),
      customerId: operation.customer_id,
      request: {
        giveBack: {
          invoice: invoice.id,
          ...leftToGiveBack(invoice),
          to: "card",
          tell: { description: await descriptionOf(tx, operation.request.plan), currency: invoice.currency },
        },
      },
      now,
    });
  });
}
