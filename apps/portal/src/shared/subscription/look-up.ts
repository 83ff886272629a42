import { call } from "@foyer/api-client/client";
import { api } from "../requests/api.ts";
import { refusalOf } from "../failures/refusal-of.ts";
import { type Agreement, confirm, type Order, type Payer, receiptOf } from "./carry-out.ts";
import { settlementFailure } from "./settlement-failure.ts";
import { isUnknown, type SettlementEvent, type WorkingStep } from "./settlement.ts";
import { type SubscriptionChange, subscriptionFacts } from "./subscription-facts.ts";

/** Invoices to search for the document of a change in force; its own is among the newest. */
const NEWEST = 5;

/**
 * Reads what became of a step whose answer was lost. Sends nothing that changes anything; never throws.
 *
 * @returns the event that the lost answer would have been; null while the result is not known.
 */
export async function lookUp(
  payer: Payer,
  order: Order,
  agreement: Agreement,
  at: WorkingStep,
  signal: AbortSignal,
): Promise<SettlementEvent | null> {
  try {
    const found = await read(payer, order, agreement, at, signal);
    return found?.type === "failed" && isUnknown(found.failure) ? null : found;
  } catch {
    // Without an answer to the look, nothing more is known than before.
    return null;
  }
}

async function read(
  payer: Payer,
  order: Order,
  agreement: Agreement,
  at: WorkingStep,
  signal: AbortSignal,
): Promise<SettlementEvent | null> {
  if (at.step === "confirming") return await confirm(at.invoice, signal);
  // Only the bank's window can tell how an authentication ends, and it opens after a click.
  if (at.step === "authenticating" || order.kind === "waiting") return null;
  if (order.kind === "invoice") return await readPayment(order.invoice, signal);
  const found = await readChange(payer, order.change, at.step, signal);
  if (found || at.step !== "charging" || agreement === null) return found;
  return await readCharge(payer, agreement, signal);
}

async function readPayment(invoice: string, signal: AbortSignal): Promise<SettlementEvent | null> {
  const told = await confirm(invoice, signal);
  if (told.type !== "confirmed") return null;
  const { secret, receipt } = told;
  return secret === null ? { type: "inForce", receipt } : { type: "charged", invoice, secret };
}

/** The subscription shows a change that is in force, recorded for the next period, or waiting for the bank. */
async function readChange(
  payer: Payer,
  change: SubscriptionChange,
  step: "recording" | "charging",
  signal: AbortSignal,
): Promise<SettlementEvent | null> {
  const params = { id: payer.customerId, subscription: payer.subscription.id };
  const { subscription } = await call(api, "readSubscription", { params, signal });
  const facts = subscriptionFacts(subscription);
  if (!facts) return null;
  if (change.behavior === "none") return isSame(facts.next, change) ? { type: "recorded", isCharged: false } : null;
  if (isSame(facts, change)) return { type: "inForce", receipt: await receiptIn(payer, signal) };
  const { waiting } = facts;
  if (waiting && isSame(waiting, change)) return { type: "charged", invoice: waiting.invoice, secret: waiting.secret };
  // What is charged is only noted by the recording, and charged by its quote: noted or not, the charge is the next step.
  return step === "recording" ? { type: "recorded", isCharged: true } : null;
}

/** The charge of the quote, for a change that the subscription does not show: refused, or waiting for the bank. */
async function readCharge(
  { customerId, subscription }: Payer,
  quote: string,
  signal: AbortSignal,
): Promise<SettlementEvent | null> {
  const params = { id: customerId, subscription: subscription.id, quote };
  try {
    const { invoice, requires_action: action } = await call(api, "readCharge", { params, signal });
    return { type: "charged", invoice: invoice.id, secret: action?.client_secret ?? null };
  } catch (error) {
    // No charge of the quote was begun, so the lost request may still arrive.
    if (refusalOf(error) === "object.not_found") return null;
    return { type: "failed", failure: settlementFailure(error) };
  }
}

function isSame(state: Pick<SubscriptionChange, "plan" | "quantity"> | null, change: SubscriptionChange): boolean {
  return state?.plan === change.plan && state.quantity === change.quantity;
}

/** Returns the document of the last payment; null if it cannot be read, because the change is in force without it. */
async function receiptIn({ customerId, subscription }: Payer, signal: AbortSignal): Promise<string | null> {
  const params = { id: customerId };
  const page = await call(api, "listInvoices", { params, query: { limit: NEWEST }, signal }).catch(() => null);
  const paid = page?.invoices.find(({ subscription: of, status }) => of === subscription.id && status === "paid");
  return paid ? receiptOf(paid) : null;
}
