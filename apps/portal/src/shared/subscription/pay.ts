import { call } from "@foyer/api-client/client";
import type { Payment } from "@foyer/contract/invoices";
import type { InvoicePreview } from "@foyer/contract/subscription-wire";
import { words } from "#words/subscription";
import { api } from "../requests/api.ts";
import { loadProvider } from "../billing/provider.ts";
import {
  type FailedPayment,
  failureIn,
  failureOf,
  isUnknown,
  notAuthenticated,
  outdated,
  Paused,
  stillProcessing,
} from "./failed-payment.ts";
import type { Payer, SubscriptionChange } from "./subscription-facts.ts";

/** Where a payment stands. The purchase service decides; the page only shows it. */
export type Progress =
  /** The amount is shown, and nothing was sent. */
  | { readonly step: "review" }
  /** A request is running; `says` tells which. */
  | { readonly step: "paying"; readonly says: string }
  /** The bank's window is open. */
  | { readonly step: "bank" }
  /** In force, or recorded for the next period; with the document of its payment, if there is one. */
  | { readonly step: "done"; readonly receipt: string | null }
  | { readonly step: "failed"; readonly failure: FailedPayment };

export const atReview: Progress = { step: "review" };

/** Returns true while a request is running; the person must not leave then. */
export function isWorking({ step }: Progress): boolean {
  return step === "paying" || step === "bank";
}

/** The subject of a payment. */
export interface Order {
  readonly payer: Payer;
  /** `later`: a change from the next period on, which costs nothing now. `due`: an invoice, which stays due if it is not paid. */
  readonly kind: "now" | "later" | "due";
  /** Runs before the change is sent. Returns a function that reverts it if the change is refused. */
  readonly before?: ((signal: AbortSignal) => Promise<() => Promise<void>>) | undefined;
}

/** Returns the price of a change, with the quote that will be paid. */
export async function quote(
  { customerId, subscription }: Payer,
  { plan, quantity }: Pick<SubscriptionChange, "plan" | "quantity">,
  signal: AbortSignal,
): Promise<InvoicePreview> {
  return await call(api, "previewInvoice", {
    params: { id: customerId, subscription: subscription.id },
    body: {
      plan,
      quantity,
      default_tax_rates: subscription.taxRates.map(({ id }) => id),
      subscription_item_id: subscription.itemId,
    },
    signal,
  });
}

/**
 * Sends a payment.
 *
 * @param id of the quote that was confirmed, or of the invoice.
 * @param attempt identifies the confirmation: repeated with it, an answer is repeated, and no card is charged again.
 */
export async function send(
  { payer, before }: Order,
  id: string,
  attempt: string,
  signal: AbortSignal,
): Promise<Payment> {
  const takeBack = await before?.(signal);
  const params = { id: payer.customerId, payment: id };
  try {
    const { payment } = await call(api, "makePayment", { params, idempotencyKey: `${attempt}.pay`, signal });
    return payment;
  } catch (error) {
    // Without an answer, the change may have been recorded; then `before` must not be reverted.
    if (!isUnknown(failureOf(error))) await takeBack?.().catch(() => undefined);
    throw error;
  }
}

/** Reads what became of a payment. Charges nothing. */
export async function read({ payer }: Order, id: string, signal?: AbortSignal): Promise<Payment> {
  const params = { id: payer.customerId, payment: id };
  const { payment } = await call(api, "readPayment", { params, ...(signal && { signal }) });
  return payment;
}

/**
 * Sends or reads a payment, and leads it through the bank's confirmation until it is at rest. Never throws.
 *
 * @param signal aborted when the person stops waiting; the result is then unknown.
 */
export async function carryOut(
  order: Order,
  first: (signal: AbortSignal) => Promise<Payment>,
  tell: (now: Progress) => void,
  signal: AbortSignal,
): Promise<Progress> {
  try {
    return await throughBank(order, await first(signal), tell, signal);
  } catch (error) {
    return { step: "failed", failure: failureOf(signal.aborted ? signal.reason : error) };
  }
}

async function throughBank(
  order: Order,
  payment: Payment,
  tell: (now: Progress) => void,
  signal: AbortSignal,
): Promise<Progress> {
  const { state, client_secret: secret } = payment;
  if (state !== "waiting" || secret === undefined) return progressOf(payment);
  tell({ step: "bank" });
  const isAllowed = await askBank(secret);
  tell({ step: "paying", says: words.confirming });
  const answered = await read(order, payment.id, signal);
  if (isAllowed) return await throughBank(order, answered, tell, signal);
  const ended = answered.state === "waiting" ? await giveUp(order, answered, signal) : answered;
  const isTold = ended.state === "paid" || ended.state === "failed";
  return isTold ? progressOf(ended) : { step: "failed", failure: notAuthenticated };
}

/** Returns where a payment stands after the service's answer. */
export function progressOf(payment: Payment): Progress {
  const { state, invoice } = payment;
  if (state === "paid") return { step: "done", receipt: invoice?.invoice_pdf ?? invoice?.hosted_invoice_url ?? null };
  if (state === "failed") return { step: "failed", failure: failureIn(payment) };
  return { step: "failed", failure: state === "over" ? outdated : stillProcessing };
}

/** Opens the bank's window, above the page. Returns false if the bank refuses. */
async function askBank(secret: string): Promise<boolean> {
  const provider = await loadProvider();
  const { error, paymentIntent } = await provider.confirmCardPayment(secret);
  const { status } = error?.payment_intent ?? paymentIntent ?? {};
  // If the service processes the bank's refusal first, it cancels the payment; then the script reports no error.
  if (status === "succeeded" || (!error && status !== "canceled")) return true;
  if (error?.type === "api_connection_error") throw new Paused(words.bankUnreachable);
  return false;
}

/**
 * Gives up the change that waits: the one that the page showed, or else the own one. So nothing waits, and a new review starts
 * from the state in force.
 */
async function giveUp(order: Order, payment: Payment, signal: AbortSignal): Promise<Payment> {
  if (payment.change === null) return payment;
  const { id: subscription, waiting } = order.payer.subscription;
  const params = { id: order.payer.customerId, subscription };
  const body = waiting ? { invoice: waiting.invoice } : {};
  await call(api, "abandonChange", { params, body }).catch(() => undefined);
  return await read(order, payment.id, signal);
}
