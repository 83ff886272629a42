import { disputeCharge } from "./disputing.ts";
import { newCharge } from "../objects/charge.ts";
import { subscriptionOf, type Invoice } from "../objects/invoice.ts";
import type { PaymentIntent } from "../objects/payment-intent.ts";
import type { PaymentMethod } from "../objects/payment-method.ts";
import { authenticationWanted } from "../objects/setup-intent.ts";
import { cardError, GENERIC_DECLINE, testCard, type Decline } from "../objects/test-card.ts";
import { all } from "../store/listing.ts";
import { takeNextTime } from "../store/next-time.ts";
import { shown, type Unit } from "../store/unit.ts";
import { badRequest, Refusal } from "../wire/refusal.ts";
import { lastError } from "./last-error.ts";
import { paymentMethodFor } from "./payment-method-choice.ts";
import { endSubscription, markPaid } from "./settling.ts";

const DAY = 86_400;
/** Days from a failed automatic attempt to the next. The subscription ends after the last. */
const RETRY_DAYS = [3, 5, 7];

/** The result of an attempt to collect. */
export type Outcome = { kind: "paid" } | { kind: "failed"; refusal: Refusal } | { kind: "action"; refusal: Refusal };

export interface Attempt {
  /** The card for this attempt only. */
  method?: PaymentMethod | undefined;
  /** The card holder is absent and cannot authenticate. */
  offSession: boolean;
  /** An attempt that the sandbox schedules itself. If it fails it schedules the next. */
  automatic: boolean;
  /** The holder has just authenticated. */
  authenticated?: boolean;
}

function asksHolder(method: PaymentMethod, attempt: Attempt): boolean {
  if (attempt.authenticated) return false;
  const { authentication } = testCard(method.sandbox.number);
  if (authentication === "always") return true;
  return authentication === "once-set-up" && (!attempt.offSession || !method.sandbox.authenticated);
}

async function intentOf(unit: Unit, invoice: Invoice): Promise<PaymentIntent> {
  const id = invoice.sandbox.paymentIntent;
  if (!id) throw badRequest("This invoice has no payment.");
  return unit.get("payment_intent", id);
}

async function succeed(unit: Unit, invoice: Invoice, intent: PaymentIntent, method: PaymentMethod): Promise<Outcome> {
  const charge = await unit.insert(newCharge(unit.now, intent, method));
  await unit.save(intent, {
    status: "succeeded",
    payment_method: method.id,
    latest_charge: charge.id,
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
  });
  const [payment] = await all(unit, "invoice_payment", { parent: invoice.id, equals: { status: "open" } });
  if (payment) {
    await unit.save(payment, {
      status: "paid",
      amount_paid: intent.amount,
      status_transitions: { canceled_at: null, paid_at: unit.now },
    });
  }
  await unit.emit("charge.succeeded", charge);
  await unit.emit("payment_intent.succeeded", intent);
  await markPaid(unit, invoice);
  if (testCard(method.sandbox.number).isDisputed) await disputeCharge(unit, charge);
  return { kind: "paid" };
}

/** Sets the status after a failed first or renewing payment. A failed pending update does not change it. */
async function showFailure(unit: Unit, invoice: Invoice): Promise<void> {
  const id = subscriptionOf(invoice);
  const subscription = id ? await unit.find("subscription", id) : null;
  if (!subscription || invoice.billing_reason === "manual" || subscription.sandbox.pending?.invoice === invoice.id)
    return;
  if (subscription.status !== "active" && subscription.status !== "trialing") return;
  const before = subscription.status;
  await unit.save(subscription, { status: "past_due" });
  await unit.emit("customer.subscription.updated", subscription, { status: before });
}

/** Counts the attempt and, after an automatic one, schedules the next. */
async function noteFailure(unit: Unit, invoice: Invoice, attempt: Attempt): Promise<void> {
  invoice.attempted = true;
  invoice.attempt_count += 1;
  const days = RETRY_DAYS[invoice.sandbox.retries];
  if (attempt.automatic && invoice.auto_advance) {
    invoice.next_payment_attempt = days === undefined ? null : unit.now + days * DAY;
    invoice.sandbox.retries += 1;
  }
  const next = invoice.next_payment_attempt;
  if (attempt.automatic && next !== null) await unit.schedule("collect", invoice.id, invoice.customer, next);
  await unit.save(invoice);
  await unit.emit("invoice.updated", invoice, { attempt_count: invoice.attempt_count - 1 });
  await showFailure(unit, invoice);
}

async function endAfterLastRetry(unit: Unit, invoice: Invoice, attempt: Attempt): Promise<void> {
  const id = subscriptionOf(invoice);
  if (!attempt.automatic || !invoice.auto_advance || invoice.next_payment_attempt !== null || !id) return;
  const subscription = await unit.get("subscription", id);
  if (subscription.status === "past_due") await endSubscription(unit, subscription, "payment_failed");
}

async function fail(
  unit: Unit,
  invoice: Invoice,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  attempt: Attempt,
): Promise<Outcome> {
  const charge = await unit.insert(newCharge(unit.now, intent, method, decline));
  await unit.save(intent, {
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: charge.id,
    last_payment_error: lastError({ ...decline, charge: charge.id }, method),
    next_action: null,
  });
  await unit.emit("charge.failed", charge);
  await unit.emit("payment_intent.payment_failed", intent);
  await noteFailure(unit, invoice, attempt);
  await unit.emit("invoice.payment_failed", invoice);
  await endAfterLastRetry(unit, invoice, attempt);
  return { kind: "failed", refusal: cardError(decline, { charge: charge.id, payment_intent: shown(intent) }, true) };
}

async function ask(
  unit: Unit,
  invoice: Invoice,
  intent: PaymentIntent,
  method: PaymentMethod,
  attempt: Attempt,
): Promise<Outcome> {
  await unit.save(intent, {
    status: "requires_action",
    payment_method: method.id,
    next_action: authenticationWanted(unit.origin, intent.id),
  });
  await unit.emit("payment_intent.requires_action", intent);
  await noteFailure(unit, invoice, attempt);
  await unit.emit("invoice.payment_action_required", invoice);
  if (attempt.offSession) await unit.emit("invoice.payment_failed", invoice);
  await endAfterLastRetry(unit, invoice, attempt);
  const refusal = new Refusal(
    402,
    "This payment requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.",
    {
      type: "card_error",
      code: "invoice_payment_intent_requires_action",
      decline_code: "authentication_required",
      extra: { payment_intent: shown(intent) },
      keepsWork: true,
    },
  );
  return { kind: "action", refusal };
}

async function failWithoutCard(unit: Unit, invoice: Invoice, attempt: Attempt): Promise<Outcome> {
  await noteFailure(unit, invoice, attempt);
  await unit.emit("invoice.payment_failed", invoice);
  await endAfterLastRetry(unit, invoice, attempt);
  const refusal = badRequest(
    "There is no `default_payment_method` set on this Customer or Invoice. Please set either: a `default_payment_method` on the Customer, or pass `payment_method`.",
    { code: "resource_missing", keepsWork: true },
  );
  return { kind: "failed", refusal };
}

/** Tries to charge an open invoice, and records the result. */
export async function collect(unit: Unit, invoice: Invoice, attempt: Attempt): Promise<Outcome> {
  const method = attempt.method ?? (await paymentMethodFor(unit, invoice));
  if (!method) return failWithoutCard(unit, invoice, attempt);
  const intent = await intentOf(unit, invoice);
  if (asksHolder(method, attempt)) return ask(unit, invoice, intent, method, attempt);
  const isMadeToFail = await takeNextTime(unit.db, "decline_payment");
  const charge = isMadeToFail ? GENERIC_DECLINE : testCard(method.sandbox.number).charge;
  if (charge !== "works") return fail(unit, invoice, intent, method, charge, attempt);
  invoice.attempt_count += 1;
  return succeed(unit, invoice, intent, method);
}
