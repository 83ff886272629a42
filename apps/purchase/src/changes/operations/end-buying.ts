import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../../deps.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { storeReference } from "../../references/reference-store.ts";
import { isUnknownOutcome, ProviderFailure } from "../../stripe/provider-failure.ts";
import { authenticationRefusal, refusalOfWrite, type StoredRefusal } from "../../stripe/stored-refusal.ts";
import { isNeverPaid } from "../../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { isAsQuoted } from "../quotes/own-amounts.ts";
import type { Buying } from "./buy.ts";
import { quoteDead, refusalOfPayment } from "./end-charge.ts";
import { repeatableKeyOf } from "./operation-keys.ts";
import { finishOperation, parkOperation } from "./operation-store.ts";
import { insertSale } from "../../sales/sale-store.ts";
import { saleJob } from "../../sales/tell-sales.ts";

/** Stores a paid license without a subscription, with `also`, and queues its news. */
async function recordSale(
  deps: Deps,
  { customer_id: customerId, request }: Buying,
  invoice: ProviderInvoice,
  also: (tx: Parameters<typeof insertSale>[0]) => Promise<void>,
): Promise<void> {
  const { id: invoiceId, paidAt, amountPaid, currency } = invoice;
  await inTransaction(deps.db, async (tx) => {
    await insertSale(tx, {
      invoice_id: invoiceId,
      customer_id: customerId,
      registration_id: request.buy.license,
      plan: request.plan,
      quantity: request.quantity,
      amount_cents: amountPaid,
      currency,
      paid_at: paidAt === null ? deps.clock.now() : new Date(paidAt * 1_000),
    });
    await deps.addJob(tx, saleJob, { invoiceId }, { key: `sale:${invoiceId}` });
    await also(tx);
  });
}

/** Maximum wait for the card holder's bank. */
const WAIT_MS = 3_600 * 1_000;

type Made = NonNullable<Buying["request"]["made"]>;

/** Ends a purchase for which the provider has created nothing. */
export async function failUnmade(deps: Deps, operation: Buying, refusal: StoredRefusal): Promise<void> {
  await finishOperation(deps.db, operation, { state: "failed", now: deps.clock.now(), outcome: { refusal } });
}

/** Returns why a purchase was not made. An archived plan is not on sale. */
export function refusalOfPurchase(refusal: StoredRefusal | null, failure: ProviderFailure | null): StoredRefusal {
  if (failure?.reason !== "price_inactive") return refusal ?? quoteDead;
  return { name: "plan.not_on_sale" };
}

async function invoiceOf(deps: Deps, operation: Buying, id: string): Promise<ProviderInvoice> {
  const invoice = await deps.gateway.invoice(id);
  if (!invoice) throw new Error(`invoice ${id} of operation ${operation.id} is not at the provider`);
  return invoice;
}

/** Makes renewals be charged to the card that the buyer chose. Without it they are charged to the default card. */
async function keepCard(deps: Deps, operation: Buying, subscription: string): Promise<void> {
  const { card } = operation.request.buy;
  if (card === null) return;
  const customer = await deps.gateway.customer(operation.customer_id);
  if (customer?.defaultPaymentMethod === card) return;
  try {
    await deps.gateway.setSubscriptionCard(subscription, card, repeatableKeyOf(operation, "card"));
  } catch (error) {
    // The buyer may have deleted it since. The paid purchase is complete without it.
    if (!(error instanceof ProviderFailure) || isUnknownOutcome(error)) throw error;
    deps.log.warn({ err: error, operation: operation.id }, "the card of a purchase could not be kept for renewals");
  }
}

/** Ends a purchase that was paid once. Its sale creates the license. */
async function completeOnce(deps: Deps, operation: Buying, invoiceId: string): Promise<void> {
  const invoice = await invoiceOf(deps, operation, invoiceId);
  await recordSale(deps, operation, invoice, (tx) =>
    finishOperation(tx, operation, { state: "done", now: deps.clock.now(), invoiceId }),
  );
}

/** Ends a purchase that was paid: the subscription is in force, and its news create the license. */
async function complete(deps: Deps, operation: Buying, { subscription, invoice }: Made): Promise<void> {
  if (subscription === undefined) return await completeOnce(deps, operation, invoice);
  await keepCard(deps, operation, subscription);
  const { customer_id: customerId, request } = operation;
  const { reference } = request.buy;
  const outcome = { subscriptionId: subscription };
  await syncSubscription(deps, subscription, async (tx, row) => {
    // The next try reads it again.
    if (isNeverPaid(row.status)) throw new Error(`the paid subscription ${subscription} is not active yet`);
    if (reference !== undefined) await storeReference(tx, { subscriptionId: subscription, customerId }, reference);
    await finishOperation(tx, operation, { state: "done", now: deps.clock.now(), invoiceId: invoice, outcome });
  });
}

async function fail(deps: Deps, operation: Buying, made: Made, refusal: StoredRefusal): Promise<void> {
  const { subscription } = made;
  if (subscription !== undefined)
    await deps.gateway.cancelSubscription(subscription, repeatableKeyOf(operation, "cancel"));
  const end = { state: "failed", now: deps.clock.now(), invoiceId: made.invoice, outcome: { refusal } } as const;
  if (subscription === undefined) return await finishOperation(deps.db, operation, end);
  await syncSubscription(deps, subscription, (tx) => finishOperation(tx, operation, end));
}

/** Ends a purchase without a charge: voids its invoice, which then cannot be paid, and ends its subscription. */
export async function dropBuying(deps: Deps, operation: Buying, made: Made, refusal: StoredRefusal): Promise<void> {
  try {
    await deps.gateway.voidInvoice(made.invoice, repeatableKeyOf(operation, "void"));
  } catch (error) {
    // The invoice was just paid or is already void. Its status says which.
    if (!(error instanceof ProviderFailure) || error.kind !== "invalid") throw error;
    const { status } = await invoiceOf(deps, operation, made.invoice);
    if (status === "paid") return await complete(deps, operation, made);
    if (status === "open") throw error;
  }
  await fail(deps, operation, made, refusal);
}

/**
 * Settles a purchase by the state of its first invoice. The request, the webhook, the sweep and reads all use it. Paid:
 * it is done. Refused: it is dropped. Otherwise it waits for the card holder's bank, for at most an hour.
 */
export async function settleBuying(deps: Deps, operation: Buying, made: Made): Promise<void> {
  await settleBy(deps, operation, made, await invoiceOf(deps, operation, made.invoice));
}

async function settleBy(deps: Deps, operation: Buying, made: Made, invoice: ProviderInvoice): Promise<void> {
  switch (invoice.status) {
    case "paid":
      return await complete(deps, operation, made);
    case "open":
      return await settleOpen(deps, operation, made, invoice);
    case "draft":
      return await park(deps, operation, "unknown", made);
    default:
      return await fail(deps, operation, made, refusalOfPayment(invoice));
  }
}

/** Settles an unpaid invoice. Pays it, unless that was tried or it is not what was quoted. */
async function settleOpen(deps: Deps, operation: Buying, made: Made, invoice: ProviderInvoice): Promise<void> {
  const { quote } = operation.request;
  if (!isAsQuoted(invoice, quote) || invoice.currency !== quote.currency)
    return await dropBuying(deps, operation, made, quoteDead);
  if (await waits(deps, operation, made, invoice)) return;
  const { payment } = invoice;
  if (payment?.errorCode || payment?.declineCode)
    return await dropBuying(deps, operation, made, refusalOfPayment(invoice));
  if (isOver(deps, operation)) return await dropBuying(deps, operation, made, quoteDead);
  const failure = await pay(deps, operation, made);
  const now = await invoiceOf(deps, operation, made.invoice);
  if (now.status !== "open") return await settleBy(deps, operation, made, now);
  if (await waits(deps, operation, made, now)) return;
  const refusal = now.payment?.errorCode ? refusalOfPayment(now) : failure && refusalOfWrite(failure);
  await dropBuying(deps, operation, made, refusal ?? refusalOfPayment(now));
}

const isOver = (deps: Deps, { created_at: begun }: Buying): boolean =>
  deps.clock.now().getTime() - begun.getTime() > WAIT_MS;

/** Parks a purchase whose payment is under way or waits for the bank. Returns false if it is neither. */
async function waits(deps: Deps, operation: Buying, made: Made, invoice: ProviderInvoice): Promise<boolean> {
  const { payment, clientSecret } = invoice;
  if (payment?.status === "processing") {
    await park(deps, operation, "unknown", made);
    return true;
  }
  if (payment?.status !== "requires_action" || clientSecret === null) return false;
  if (isOver(deps, operation)) await dropBuying(deps, operation, made, authenticationRefusal);
  else await park(deps, operation, "waiting", made, clientSecret);
  return true;
}

async function park(
  deps: Deps,
  operation: Buying,
  state: "unknown" | "waiting",
  { invoice: invoiceId }: Made,
  clientSecret?: string,
): Promise<void> {
  const outcome = clientSecret === undefined ? {} : { outcome: { clientSecret } };
  await parkOperation(deps.db, operation, state, deps.clock.now(), { invoiceId, ...outcome });
}

/** Tries to pay the invoice. Returns the provider's refusal, or null. The invoice's own status prevents a second payment. */
async function pay(deps: Deps, operation: Buying, { invoice }: Made): Promise<ProviderFailure | null> {
  try {
    await deps.gateway.payInvoice(invoice, operation.request.buy.card, repeatableKeyOf(operation, "pay"));
    return null;
  } catch (error) {
    if (!(error instanceof ProviderFailure) || isUnknownOutcome(error)) throw error;
    return error;
  }
}
