import type { Payment } from "@foyer/contract/invoices";
import { Refusal } from "@foyer/service-kit/errors";
import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { z } from "zod";
import { chargeMade } from "../changes/begin-charge.ts";
import { recordQuote } from "../changes/change-subscription.ts";
import { changeByQuote, chargeByInvoice, chargeByQuote } from "../changes/operations/charge-store.ts";
import { type Charge, charge } from "../changes/operations/charge.ts";
import { refusalOfPayment } from "../changes/operations/end-charge.ts";
import { liveOperation } from "../changes/operations/operation-store.ts";
import { type Operation, subjectOf } from "../changes/operations/operation.ts";
import { record, type Recording } from "../changes/operations/record-change.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import { refuseUnknownQuote } from "../changes/quotes/hold-quote.ts";
import { changeQuote, FREE_QUOTE, isQuoteId, type Quote, stageQuote } from "../changes/quotes/quote-store.ts";
import { isSame } from "../changes/rules/change-rules.ts";
import type { Deps } from "../deps.ts";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { isEnded, recordedChange, type SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { chargeChange } from "./create-invoice.ts";
import { failureWire, invoiceWire, operationWire, outcomeWire } from "./invoice-wire.ts";
import { payInvoice, reachInvoice, tryToPay } from "./other-invoices.ts";
import { retryPaymentsJob } from "../payment-methods/payment-methods.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

/** A request to pay or to read a payment. */
export interface AskedPayment {
  readonly customerId: string;
  /** Id of a quote that was shown to this person, or of an invoice. */
  readonly id: string;
  /** Account name of the caller. */
  readonly by: string;
}

/** A quote of this customer's subscription that was shown to the caller. */
interface Asked {
  readonly quote: Quote;
  readonly row: SubscriptionRow;
}

async function askedQuote(deps: Deps, { customerId, id, by }: AskedPayment): Promise<Asked | null> {
  const quote = await changeQuote(deps.db, id, by);
  if (!quote) return null;
  const { row } = await reachSubscription(deps, customerId, quote.subscription_id);
  return { quote, row };
}

const isFree = ({ id }: Quote): boolean => id.startsWith(FREE_QUOTE);

/**
 * Makes the change of a quote and charges it, or pays an open invoice. Repeated requests for a quote share one operation. A
 * refusal means that nothing was charged.
 */
export async function makePayment(deps: Deps, asked: AskedPayment): Promise<Payment> {
  const { customerId, id, by } = asked;
  const found = await askedQuote(deps, asked);
  if (!found) return await payWithoutQuote(deps, asked);
  const { quote } = found;
  const { subscription_id: subscriptionId } = quote;
  if (quote.on_paper) await offerAgain(deps, quote);
  const operation = await (isFree(quote)
    ? recordQuote(deps, customerId, quote, by)
    : chargeChange(deps, { customerId, subscriptionId, quote: id, by }));
  if (operation) refuseUnlessDone(operation);
  return await changeWire(deps, id, quote, operation, "paid");
}

/** After a refusal, a quote on paper may be paid again, for example with another card. One on a screen is replaced. */
async function offerAgain(
  { db }: Deps,
  { id, subscription_id: subscriptionId, expires_at: until }: Quote,
): Promise<void> {
  const made = await chargeByQuote(db, subscriptionId, id);
  if (made?.state === "failed") await stageQuote(db, id, until);
}

type Made = Charge | Recording;

/** Returns the change that was made for an invoice, or for a quote that was deleted since. */
async function changeMade({ db }: Deps, { customerId, id, by }: AskedPayment): Promise<Made | null> {
  if (!isQuoteId(id)) return await chargeByInvoice(db, customerId, id);
  const operation = await changeByQuote(db, customerId, id);
  const made = charge.of(operation) ?? record.of(operation);
  return made?.request.by === by ? made : null;
}

async function payWithoutQuote(deps: Deps, asked: AskedPayment): Promise<Payment> {
  const { customerId, id, by } = asked;
  const made = await changeMade(deps, asked);
  if (made) {
    const operation = await awaitOperation(deps, made.id);
    refuseUnlessDone(operation);
    return await changeWire(deps, id, requestedBy(made), operation, "over");
  }
  if (isQuoteId(id)) refuseUnknownQuote();
  return await invoicePayment(deps, await payInvoice(deps, { customerId, invoiceId: id, by }));
}

/** Returns what became of a payment. First looks at one that waits for the bank, so that a read completes it. */
export async function readPayment(deps: Deps, asked: AskedPayment): Promise<Payment> {
  const { customerId, id, by } = asked;
  const found = await askedQuote(deps, asked);
  if (found) {
    const { quote, row } = found;
    const { subscription_id: subscriptionId } = quote;
    const made = await (isFree(quote)
      ? changeByQuote(deps.db, customerId, id)
      : chargeMade(deps.db, { subscriptionId, by }, id));
    return await changeWire(deps, id, quote, await settled(deps, made), stateOfUnpaid(deps, quote, row));
  }
  const made = await changeMade(deps, asked);
  if (made) return await changeWire(deps, id, requestedBy(made), await settled(deps, made), "over");
  return await invoicePayment(deps, await reachInvoice(deps, [customerId], id));
}

async function settled(deps: Deps, made: Operation | Made | null): Promise<Operation | null> {
  if (made?.state !== "waiting") return made;
  const operation = await awaitOperation(deps, made.id);
  if (operation.state === "done") await tellAccountsNow(deps, operation.subject);
  return operation;
}

/** Returns the state of a quote without an operation. Another confirmation may have recorded the same change. */
function stateOfUnpaid({ clock }: Deps, quote: Quote, row: SubscriptionRow): Payment["state"] {
  if (isFree(quote) && isSame(quote, recordedChange(row))) return "paid";
  const until = quote.staged_until ?? quote.expires_at;
  return quote.expires_at <= clock.now() && until <= clock.now() ? "over" : "open";
}

type Change = Pick<Quote, "subscription_id" | "plan" | "quantity">;

const requestedBy = ({ subject, request }: Made): Change => ({ ...request, subscription_id: subject });

const STATES = { pending: "paying", unknown: "paying", waiting: "waiting", done: "paid", failed: "failed" } as const;

/** @param unpaid the state without an operation. */
async function changeWire(
  deps: Deps,
  id: string,
  { subscription_id: subscription, plan, quantity }: Change,
  operation: Operation | null,
  unpaid: Payment["state"],
): Promise<Payment> {
  return {
    id,
    state: operation ? STATES[operation.state] : unpaid,
    change: { subscription, plan, quantity },
    ...(operation ? await operationWire(deps, operation) : {}),
  };
}

/** Returns the payment of an invoice, which the provider's own object shows. */
async function invoicePayment({ db }: Deps, invoice: ProviderInvoice): Promise<Payment> {
  const { id, status, payment } = invoice;
  const base = { id, change: null };
  if (status === "paid") return { ...base, state: "paid", invoice: invoiceWire(invoice) };
  if (status !== "open") return { ...base, state: "over" };
  const live = await liveOperation(db, subjectOf.invoice(id));
  if (live) return { ...base, state: "paying" };
  const secret = outcomeWire(invoice).requires_action?.client_secret;
  if (secret !== undefined) return { ...base, state: "waiting", client_secret: secret };
  if (!payment?.errorCode) return { ...base, state: "open" };
  return { ...base, state: "failed", failure: failureWire(refusalOfPayment(invoice)) };
}

/** Stands for the account name, because no person requests these payments. */
const RETRIED = "";

/** Retries unpaid invoices with the new default card. */
export function retryPaymentsJobFor(deps: Deps): JobDefinition<z.infer<typeof retryPaymentsJob.payload>> {
  return defineJob({ ...retryPaymentsJob, run: ({ customerId }) => retryPayments(deps, customerId) });
}

async function retryPayments(deps: Deps, customerId: string): Promise<void> {
  const held = await subscriptionsOfCustomer(deps.db, customerId);
  for (const { row } of held) {
    if (!row.open_invoice || isEnded(row.status)) continue;
    const { id: invoiceId } = row.open_invoice;
    try {
      const { state } = await tryToPay(deps, { customerId, invoiceId, by: RETRIED });
      if (state !== "done") deps.log.info({ invoice: invoiceId }, "the new card did not pay the open invoice");
    } catch (error) {
      // Another payment of the invoice runs, or declined cards make the customer wait.
      if (!(error instanceof Refusal)) throw error;
      deps.log.info({ err: error, invoice: invoiceId }, "the new card was not charged for the open invoice");
    }
    await syncSubscription(deps, row.id);
  }
}
