import { cents, formatMoney } from "@foyer/domain/money";
import { addIntervals } from "@foyer/domain/periods";
import type { Deps } from "../../deps.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { ProviderFailure } from "../../stripe/provider-failure.ts";
import { authenticationRefusal, declinedRefusal, type StoredRefusal } from "../../stripe/stored-refusal.ts";
import { isAuthenticationCode } from "../../stripe/stripe-failure.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import type { Charge } from "./charge.ts";
import { isPaidLate, proratedUntil } from "./late-payment.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { finishOperation, insertOperation, parkOperation } from "./operation-store.ts";
import { clearOwnInvoice } from "./own-invoice.ts";
import { descriptionOf } from "../../notices/notice-of-state.ts";
import { planById } from "../../subscriptions/subscription-store.ts";
import { giveBack, leftToGiveBack } from "./give-back.ts";
import { subjectOf } from "./operation.ts";

/** The period of the change ended before anything was charged. */
const periodOver: StoredRefusal = { name: "quote.dead", reason: "period_over" };

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
async function returnCharge(deps: Deps, operation: Charge, invoice: ProviderInvoice): Promise<void> {
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

/** Maximum wait for the card holder's bank. */
const WAIT_MS = 3_600 * 1_000;

export const quoteDead: StoredRefusal = { name: "quote.dead" };

/**
 * Ends the charge as failed with nothing charged. Undoes the preparation, and stores the refusal for all
 * waiting callers.
 */
export async function failCharge(deps: Deps, operation: Charge, refusal: StoredRefusal): Promise<void> {
  const { itemId, quantityBefore, isOwnInvoice } = operation.request;
  if (isOwnInvoice) await clearOwnInvoice(deps, operation);
  if (itemId !== undefined && quantityBefore !== undefined) {
    const row = await deps.gateway.subscription(operation.subject);
    if (row && row.quantity !== quantityBefore) {
      const before = { itemId, quantity: quantityBefore };
      await deps.gateway.changeQuietly(operation.subject, before, repeatableKeyOf(operation, "undo"));
    }
  }
  const end = { state: "failed", now: deps.clock.now(), outcome: { refusal } } as const;
  await syncSubscription(deps, operation.subject, (tx) => finishOperation(tx, operation, end));
}

/** Cancels the change by voiding its invoice. */
export async function dropCharge(
  deps: Deps,
  operation: Charge,
  invoice: ProviderInvoice,
  refusal: StoredRefusal,
): Promise<void> {
  try {
    if (invoice.status === "open") await deps.gateway.voidInvoice(invoice.id, repeatableKeyOf(operation, "void"));
  } catch (error) {
    // The invoice was just paid or is already void. Its status says which.
    if (!(error instanceof ProviderFailure) || error.kind !== "invalid") throw error;
    const now = await deps.gateway.invoice(invoice.id);
    if (now?.status === "paid") return await completeCharge(deps, operation, now);
    if (now?.status === "open") throw error;
  }
  await failCharge(deps, operation, refusal);
}

/** Adds the seats that our own invoice has paid for. Returns false if their period has ended. */
async function addPaidSeats(deps: Deps, operation: Charge, invoice: ProviderInvoice): Promise<boolean> {
  const { subject: id, request } = operation;
  const now = await deps.gateway.subscription(id);
  const until = proratedUntil(invoice);
  if (!now || until === null || now.periodStart >= until) return false;
  const { plan, quantity } = request;
  if (now.quantity !== quantity) {
    const seats = { itemId: now.itemId, plan: now.plan.id === plan ? undefined : plan, quantity };
    await deps.gateway.changeQuietly(id, seats, repeatableKeyOf(operation, "seats"));
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

export function refusalOfPayment(invoice: Pick<ProviderInvoice, "payment">): StoredRefusal {
  const { payment } = invoice;
  if (isAuthenticationCode(payment?.errorCode)) return authenticationRefusal;
  return declinedRefusal({
    code: payment?.errorCode ?? null,
    declineCode: payment?.declineCode ?? null,
    message: payment?.message ?? null,
  });
}

/** True if the period of the change's proration has ended. The change can no longer be paid. */
function isPeriodOver(deps: Deps, invoice: ProviderInvoice): boolean {
  const until = proratedUntil(invoice);
  return until !== null && deps.clock.now().getTime() >= until * 1_000;
}

/**
 * Settles a charge by the state of its invoice. The request, the webhook, the sweep and reads all use it.
 * Paid: the change takes effect, unless its period ended first. Refused: the change is dropped. Otherwise it
 * waits, for at most an hour and not beyond its period.
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
      return await parkOperation(db, operation, "waiting", deps.clock.now(), { invoiceId, outcome: { clientSecret } });
    }
    case "draft":
      return await parkOperation(db, operation, "unknown", deps.clock.now(), { invoiceId });
    default:
      return await failCharge(deps, operation, isPeriodOver(deps, invoice) ? periodOver : refusalOfPayment(invoice));
  }
}
