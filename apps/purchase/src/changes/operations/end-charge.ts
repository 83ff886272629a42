import { refusals } from "@foyer/contract/refusals";
import type { Deps } from "../../deps.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { ProviderFailure } from "../../stripe/provider-failure.ts";
import { authenticationRefusal, declinedRefusal, type StoredRefusal } from "../../stripe/stored-refusal.ts";
import { isAuthenticationCode } from "../../stripe/stripe-failure.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import type { Charge } from "./charge.ts";
import { isPaidLate, proratedUntil } from "./late-payment.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { finishOperation, parkOperation } from "./operation-store.ts";
import { clearOwnInvoice } from "./own-invoice.ts";
import { periodOver, returnCharge } from "./return-charge.ts";

/** How long the card holder's bank is waited for. */
const WAIT_MS = 3_600 * 1_000;

export const quoteDead: StoredRefusal = { name: "quote.dead", message: refusals["quote.dead"].message };

/** Nothing was charged: what was put back for the change is undone, and everybody who waits hears why. */
export async function failCharge(deps: Deps, operation: Charge, refusal: StoredRefusal): Promise<void> {
  const { itemId, quantityBefore, isOwnInvoice } = operation.request;
  if (isOwnInvoice) await clearOwnInvoice(deps, operation);
  if (itemId !== undefined && quantityBefore !== undefined) {
    const row = await deps.gateway.subscription(operation.subject);
    if (row && row.quantity !== quantityBefore) {
      const before = { itemId, plan: row.plan.id, quantity: quantityBefore };
      await deps.gateway.changeQuietly(operation.subject, before, repeatableKeyOf(operation, "undo"));
    }
  }
  const end = { state: "failed", now: deps.clock.now(), outcome: { refusal } } as const;
  await syncSubscription(deps, operation.subject, (tx) => finishOperation(tx, operation, end));
}

/** Gives the change up: its invoice is voided, which takes the change with it. */
export async function dropCharge(
  deps: Deps,
  operation: Charge,
  invoice: ProviderInvoice,
  refusal: StoredRefusal,
): Promise<void> {
  try {
    if (invoice.status === "open") await deps.gateway.voidInvoice(invoice.id, repeatableKeyOf(operation, "void"));
  } catch (error) {
    // Paid in this very moment, or voided already: the invoice says which.
    if (!(error instanceof ProviderFailure) || error.kind !== "invalid") throw error;
    const now = await deps.gateway.invoice(invoice.id);
    if (now?.status === "paid") return await completeCharge(deps, operation, now);
    if (now?.status === "open") throw error;
  }
  await failCharge(deps, operation, refusal);
}

/** Gives the seats that an invoice of ours has paid for; false where the period they were for has ended meanwhile. */
async function addPaidSeats(deps: Deps, operation: Charge, invoice: ProviderInvoice): Promise<boolean> {
  const { subject: id, request } = operation;
  const now = await deps.gateway.subscription(id);
  const until = proratedUntil(invoice);
  if (!now || until === null || now.periodStart >= until) return false;
  const { plan, quantity } = request;
  if (now.quantity !== quantity) {
    await deps.gateway.changeQuietly(id, { itemId: now.itemId, plan, quantity }, repeatableKeyOf(operation, "seats"));
  }
  return true;
}

async function completeCharge(deps: Deps, operation: Charge, invoice: ProviderInvoice): Promise<void> {
  if (isPaidLate(invoice)) return await returnCharge(deps, operation, invoice);
  if (operation.request.isOwnInvoice && !(await addPaidSeats(deps, operation, invoice))) {
    return await returnCharge(deps, operation, invoice);
  }
  const end = { state: "done", now: deps.clock.now(), invoiceId: invoice.id } as const;
  await syncSubscription(deps, operation.subject, (tx) => finishOperation(tx, operation, end));
}

function refusalOfPayment(invoice: ProviderInvoice): StoredRefusal {
  const { payment } = invoice;
  if (isAuthenticationCode(payment?.errorCode)) return authenticationRefusal;
  return declinedRefusal({
    code: payment?.errorCode ?? null,
    declineCode: payment?.declineCode ?? null,
    message: payment?.message ?? null,
  });
}

/** Whether the period that the change was prorated in is over: then it can be paid no more. */
function isPeriodOver(deps: Deps, invoice: ProviderInvoice): boolean {
  const until = proratedUntil(invoice);
  return until !== null && deps.clock.now().getTime() >= until * 1_000;
}

/**
 * The last step of every charge, whoever takes it: the request, the webhook, the sweep or the next read.
 * Paid: in force, unless its period had ended before. Refused: dropped, with nothing changed. In between: kept waiting,
 * for an hour at most and never beyond its period.
 */
export async function settleCharge(deps: Deps, operation: Charge, invoiceId: string): Promise<void> {
  const invoice = await deps.gateway.invoice(invoiceId);
  if (!invoice) throw new Error(`invoice ${invoiceId} of operation ${operation.id} is not at the provider`);
  const { db } = deps;
  switch (invoice.status) {
    case "paid":
      return await completeCharge(deps, operation, invoice);
    case "open": {
      const { payment, clientSecret } = invoice;
      if (payment?.status !== "processing" && isPeriodOver(deps, invoice)) {
        return await dropCharge(deps, operation, invoice, periodOver);
      }
      if (payment?.status !== "requires_action" || clientSecret === null) {
        if (payment?.status === "processing")
          return await parkOperation(db, operation, "unknown", deps.clock.now(), { invoiceId });
        return await dropCharge(deps, operation, invoice, refusalOfPayment(invoice));
      }
      if (deps.clock.now().getTime() - operation.created_at.getTime() > WAIT_MS) {
        return await dropCharge(deps, operation, invoice, authenticationRefusal);
      }
      return await parkOperation(db, operation, "waiting", deps.clock.now(), {
        invoiceId,
        outcome: { clientSecret },
      });
    }
    case "draft":
      return await parkOperation(db, operation, "unknown", deps.clock.now(), { invoiceId });
    default:
      return await failCharge(deps, operation, isPeriodOver(deps, invoice) ? periodOver : refusalOfPayment(invoice));
  }
}
