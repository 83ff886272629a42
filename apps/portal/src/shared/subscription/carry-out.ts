import { call } from "@foyer/api-client/client";
import type { Invoice } from "@foyer/contract/subscription-wire";
import { words } from "#words/subscription";
import { api } from "../requests/api.ts";
import { loadProvider } from "../billing/provider.ts";
import { settlementFailure } from "./settlement-failure.ts";
import { isUnknown, type SettlementEvent, type WorkingStep } from "./settlement.ts";
import type { SubscriptionChange, SubscriptionFacts } from "./subscription-facts.ts";

/** The payer and the subscription to change. */
export interface Payer {
  readonly customerId: string;
  readonly subscription: SubscriptionFacts;
}

/** The change or payment to carry out. */
export type Order =
  | {
      readonly kind: "change";
      readonly change: SubscriptionChange;
      /** Runs before the change is recorded. Returns a function that reverts it if the change is refused. */
      readonly before?: ((signal: AbortSignal) => Promise<() => Promise<void>>) | undefined;
    }
  /** A change that was charged in an earlier visit and is continued. */
  | { readonly kind: "waiting" }
  /** An invoice with a failed payment. */
  | { readonly kind: "invoice"; readonly invoice: string };

/** Identifies the confirmation: repeating the same step with it acts only once, also from another tab. */
export type Agreement = string | null;

const notAuthenticated: SettlementEvent = {
  type: "failed",
  failure: { kind: "authentication", sentence: words.bankFailed, request: null },
};

/**
 * Runs a step of a settlement and returns the event of its result; never throws. Offline it sends nothing.
 *
 * @param signal aborted when the person stops waiting; the result of the step is then unknown.
 */
export async function carryOut(
  payer: Payer,
  order: Order,
  agreement: Agreement,
  at: WorkingStep,
  signal: AbortSignal,
): Promise<SettlementEvent> {
  if (isUnsent(at)) return { type: "failed", failure: { kind: "offline", sentence: words.offline, request: null } };
  try {
    switch (at.step) {
      case "recording":
        return await record(payer, order, agreement, signal);
      case "charging":
        return await charge(payer, order, agreement, signal);
      case "authenticating":
        return await authenticate(payer, order, at);
      case "confirming":
        return await confirm(at.invoice, signal);
    }
  } catch (error) {
    return { type: "failed", failure: settlementFailure(signal.aborted ? signal.reason : error) };
  }
}

/** Returns whether the step is certain not to be sent: offline, before the card is charged. */
function isUnsent({ step }: WorkingStep): boolean {
  return !navigator.onLine && (step === "recording" || step === "charging");
}

async function record(payer: Payer, order: Order, quote: Agreement, signal: AbortSignal): Promise<SettlementEvent> {
  if (order.kind !== "change") return { type: "recorded", isCharged: true };
  const { change } = order;
  const takeBack = await order.before?.(signal);
  const { subscription, customerId } = payer;
  try {
    await call(api, "changeSubscription", {
      params: { id: customerId, subscription: subscription.id },
      body: {
        plan: change.plan,
        quantity: change.quantity,
        proration_behavior: change.behavior,
        default_tax_rates: subscription.taxRates.map(({ id }) => id),
        ...(quote === null ? {} : { quote }),
      },
      ...keyed(quote, "record"),
      signal,
    });
  } catch (error) {
    // Without an answer, the change may have been recorded; then `before` must not be reverted.
    if (!isUnknown(settlementFailure(error))) await takeBack?.().catch(() => undefined);
    throw error;
  }
  return { type: "recorded", isCharged: change.behavior === "create_prorations" };
}

/** Charges exactly the confirmed quote, even if another tab or manager has staged or paid another change. */
async function charge(
  { customerId, subscription }: Payer,
  order: Order,
  agreed: Agreement,
  signal: AbortSignal,
): Promise<SettlementEvent> {
  if (agreed === null) throw new Error("there is no amount that was agreed to");
  const { invoice, requires_action: action } =
    order.kind === "invoice"
      ? await call(api, "payInvoice", {
          params: { id: customerId, invoice: order.invoice },
          body: {},
          ...keyed(agreed, "pay"),
          signal,
        })
      : await call(api, "createInvoice", {
          params: { id: customerId, subscription: subscription.id },
          body: { auto_advance: true, quote: agreed },
          ...keyed(agreed, "charge"),
          signal,
        });
  return { type: "charged", invoice: invoice.id, secret: action?.client_secret ?? null };
}

/** Starts the bank's authentication of the cardholder, in a window that the provider's script opens above the page. */
async function authenticate(
  { customerId, subscription }: Payer,
  order: Order,
  { invoice, secret }: Extract<WorkingStep, { step: "authenticating" }>,
): Promise<SettlementEvent> {
  const provider = await loadProvider();
  const { error, paymentIntent } = await provider.confirmCardPayment(secret);
  const { status } = error?.payment_intent ?? paymentIntent ?? {};
  // If the service processes the bank's refusal first, it cancels the payment; then the script reports no error.
  if (status === "succeeded" || (!error && status !== "canceled")) return { type: "authenticated" };
  if (error?.type === "api_connection_error") {
    return { type: "failed", failure: { kind: "unknown", sentence: words.bankUnreachable, request: null } };
  }
  // A due invoice stays due.
  if (order.kind === "invoice") return notAuthenticated;
  // Cancels only this payment, so that nothing waits and a new review starts from the state in force.
  const params = { id: customerId, subscription: subscription.id };
  await call(api, "abandonChange", { params, body: { invoice } }).catch(() => undefined);
  // The service knows a more exact reason than the bank's window: the period of the change may have ended.
  const told = await confirm(invoice);
  if (told.type === "failed") return told;
  return told.type === "confirmed" && told.secret === null ? { type: "authenticated" } : notAuthenticated;
}

/** Asks the service for the result of an invoice. Changes nothing. */
export async function confirm(invoiceId: string, signal?: AbortSignal): Promise<SettlementEvent> {
  const { invoice, requires_action: action } = await call(api, "finalizeInvoice", {
    params: { invoice: invoiceId },
    ...(signal && { signal }),
  });
  const receipt = receiptOf(invoice);
  if (action) return { type: "confirmed", secret: action.client_secret, receipt };
  if (invoice.status === "paid") return { type: "confirmed", secret: null, receipt };
  // The payment was canceled here or in another tab, so there is nothing to wait for.
  if (invoice.status === "void") return notAuthenticated;
  return { type: "failed", failure: { kind: "unknown", sentence: words.stillProcessing, request: null } };
}

/** Returns the address of an invoice's document. */
export function receiptOf({ invoice_pdf: pdf, hosted_invoice_url: page }: Invoice): string | null {
  return pdf ?? page;
}

function keyed(agreement: Agreement, step: string): { idempotencyKey?: string } {
  return agreement === null ? {} : { idempotencyKey: `${agreement}.${step}` };
}
