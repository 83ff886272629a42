import type { Deps } from "../../deps.ts";
import type {
  ChargedChange,
  ProviderInvoice,
  ProviderLine,
  ProviderSubscription,
} from "../../stripe/payment-gateway.ts";
import { printingReference } from "../../references/print-reference.ts";
import { referenceOfSubscription } from "../../references/reference-store.ts";
import { ProviderFailure } from "../../stripe/provider-failure.ts";
import { refusalOfWrite, type StoredRefusal } from "../../stripe/stored-refusal.ts";
import { endsDiscount } from "../../subscriptions/discount.ts";
import { planById, subscriptionById } from "../../subscriptions/subscription-store.ts";
import { isAsQuoted } from "../quotes/own-amounts.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { carryOut, isWorthAnotherTry } from "./carry-out.ts";
import { charge, type Charge } from "./charge.ts";
import { failCharge, quoteDead, settleCharge } from "./end-charge.ts";
import { keyOf, repeatableKeyOf } from "./operation-keys.ts";
import { operationKind } from "./operation.ts";
import { advanceOperation } from "./operation-store.ts";
import { isInFreeBeginning, isOwnAsQuoted, ownInvoice, payOwnInvoice } from "./own-invoice.ts";
import { isSeats } from "./request-parts.ts";

const INVOICES_READ = 20;
/** Allowed difference between our clock and the provider's. */
const SKEW_SECONDS = 120;

/** True for a line that only this change can have made: its plan and quantity, starting at the quoted second. */
function isOfChange(line: ProviderLine, { request }: Charge): boolean {
  if (line.planId !== request.plan || line.quantity !== request.quantity || line.amount < 0) return false;
  return !line.proration || line.period.start === request.quote.prorationAt;
}

/**
 * Finds the invoice of a charge after its answer was lost. Returns null if there is none.
 * The invoice has no operation id, because the provider accepts no metadata with a pending update.
 */
async function findCharge(deps: Deps, operation: Charge): Promise<ProviderInvoice | null> {
  const invoices = await deps.gateway.subscriptionInvoices(operation.subject, INVOICES_READ);
  const since = operation.created_at.getTime() / 1_000 - SKEW_SECONDS;
  const found = invoices.find(
    (invoice) =>
      invoice.billingReason === "subscription_update" &&
      invoice.created >= since &&
      invoice.lines.some((line) => isOfChange(line, operation)),
  );
  return found ?? null;
}

const SENT_WITHIN_MS = 3_600 * 1_000;

/**
 * Carries out a charged change, continuing from the last try.
 *
 * 1. If the provider's quantity differs from the paid one, restores the paid one first, so that no paid
 *    seat is charged again.
 * 2. Asks the provider for the price once more. A price other than the quote ends the change.
 * 3. Sends the change. It takes effect only when its invoice is paid.
 * 4. Reads the invoice for the result.
 */
async function chargeChange(deps: Deps, operation: Charge): Promise<void> {
  if (operation.invoice_id !== null) return await settleCharge(deps, operation, operation.invoice_id);
  // The buyer confirmed over an hour ago and nothing was sent, so the buyer no longer expects a charge.
  const isLate = deps.clock.now().getTime() - operation.created_at.getTime() > SENT_WITHIN_MS;
  if (operation.recovery_point !== "sent" && isLate) return await failCharge(deps, operation, quoteDead);
  const ready = operation.recovery_point === "sent" ? operation : await prepare(deps, operation);
  if (!ready) return;
  if (ready.request.isOwnInvoice) return await settleOwn(deps, ready);
  await carryOut<string>(deps, ready, {
    once: "key",
    find: async () => (await findCharge(deps, ready))?.id ?? null,
    send: async () => {
      const printed = await referenceOfSubscription(deps.db, ready.subject);
      const { latestInvoiceId } = await printingReference(deps, ready, printed, () =>
        deps.gateway.changeCharged(ready.subject, changeOf(ready), keyOf(ready, "charge")),
      );
      if (latestInvoiceId === null) throw new Error(`operation ${ready.id} made no invoice`);
      return latestInvoiceId;
    },
    complete: (invoiceId) => settleCharge(deps, ready, invoiceId),
    fail: (refusal) => failCharge(deps, ready, refusal ?? quoteDead),
  });
}

/** Charges a change for which this service creates the invoice, because the provider does not prorate it. */
async function settleOwn(deps: Deps, operation: Charge): Promise<void> {
  let draft: ProviderInvoice | null;
  try {
    draft = await ownInvoice(deps, operation);
  } catch (error) {
    // The charge has not been made, so the change can be canceled. The draft is removed.
    if (!(error instanceof ProviderFailure) || isWorthAnotherTry(operation, error)) throw error;
    if (error.kind === "invalid")
      deps.log.error({ err: error, operation: operation.id }, "the provider refuses an invoice");
    return await failCharge(deps, operation, refusalOfWrite(error));
  }
  if (!draft) return await failCharge(deps, operation, quoteDead);
  await payOwnInvoice(deps, operation, draft);
  await settleCharge(deps, operation, draft.id);
}

function changeOf({ id, request }: Charge): ChargedChange {
  const { quote, itemId, plan, quantity, restartPeriod, endsDiscount: isEnded = false } = request;
  if (itemId === undefined) throw new Error(`operation ${id} was not made ready`);
  const changed = { plan: restartPeriod ? plan : undefined, quantity };
  return { itemId, ...changed, prorationAt: quote.prorationAt, restartPeriod, endsDiscount: isEnded };
}

/** Fields that are stored just before the call. */
type Known = Required<Pick<Charge["request"], "itemId" | "inForce">> & Pick<Charge["request"], "endsDiscount">;

/** Prepares the call. Returns null if the change ended without a call. */
async function prepare(deps: Deps, operation: Charge): Promise<Charge | null> {
  const { subject: subscriptionId, customer_id: customerId } = operation;
  const [subscription, row] = await Promise.all([
    deps.gateway.subscription(subscriptionId),
    subscriptionById(deps.db, subscriptionId),
  ]);
  // Another change was made there that is not known here, perhaps this one by an operation whose row was lost.
  const isChangedThere = operation.request.itemId === undefined && row?.provider_quantity !== subscription?.quantity;
  if (isChangedThere) await syncSubscription(deps, subscriptionId);
  if (!subscription || !row || subscription.plan.id !== row.paid_plan || isChangedThere) {
    await failCharge(deps, operation, quoteDead);
    return null;
  }
  const { discount, itemId } = subscription;
  const to = discount && operation.request.restartPeriod ? await planById(deps.db, operation.request.plan) : null;
  const known = {
    itemId,
    inForce: { plan: subscription.plan.id, quantity: row.paid_quantity },
    ...(to !== null && endsDiscount(discount, row.paid_plan, to) ? { endsDiscount: true } : {}),
  };
  const restored = await restorePaidQuantity(deps, operation, subscription, known);
  if (isInFreeBeginning(subscription)) {
    if (await isOwnAsQuoted(deps, restored)) {
      return await advanceOperation(deps.db, charge, restored, "sent", { ...known, isOwnInvoice: true });
    }
    await failCharge(deps, restored, quoteDead);
    return null;
  }
  const shown = await deps.gateway
    .preview(customerId, subscriptionId, changeOf(restored))
    .catch((error: unknown) => refusedPreview(error));
  if ("name" in shown || !isAsQuoted(shown, restored.request.quote)) {
    await failCharge(deps, restored, "name" in shown ? shown : quoteDead);
    return null;
  }
  return await advanceOperation(deps.db, charge, restored, "sent", known);
}

/** Returns why the provider rejects the quoted change, for example because the period has ended. */
function refusedPreview(error: unknown): StoredRefusal {
  if (error instanceof ProviderFailure && error.kind === "invalid") return refusalOfWrite(error);
  throw error;
}

/** Returns the operation with what is known. Stores it only if the provider is called: otherwise the next step does. */
async function restorePaidQuantity(
  deps: Deps,
  operation: Charge,
  { id, quantity }: ProviderSubscription,
  known: Known,
): Promise<Charge> {
  const { itemId, inForce } = known;
  if (quantity === inForce.quantity) return { ...operation, request: { ...operation.request, ...known } };
  const { db } = deps;
  await advanceOperation(db, charge, operation, "recorded", { ...known, quantityBefore: quantity });
  const paid = { itemId, quantity: inForce.quantity };
  await deps.gateway.changeQuietly(id, paid, repeatableKeyOf(operation, "restore"));
  return await advanceOperation(db, charge, operation, "restored");
}

export const chargeKind = operationKind(charge, {
  carryOut: chargeChange,
  madeBy: ({ before, after }, request) => {
    // The paid quantity is restored before more is charged.
    const isPutBack = request.quantityBefore !== undefined && before.next !== null && after.next === null;
    return isPutBack || (isSeats(after, request) && !isSeats(before, request)) ? request : null;
  },
});
