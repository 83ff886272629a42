import { itemWith, type Subscription } from "../objects/subscription.ts";
import { subscriptionOf, type Invoice } from "../objects/invoice.ts";
import type { InvoiceItem } from "../objects/invoice-item.ts";
import type { Unit } from "../store/unit.ts";
import { all } from "../store/listing.ts";
import { collect, type Outcome } from "./collecting.ts";
import { finalize, insertItems, issueDraft, itemsFor, pendingItems, restoreBalance, type Bill } from "./invoicing.ts";
import { applyTerms, dropPending } from "./settling.ts";
import { invoicesNow, periodOf, type Change, type ProrationBehavior } from "./subscription-change.ts";

export type PaymentBehavior =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";

const HOUR = 3600;

export interface UpdateOptions {
  prorationBehavior: ProrationBehavior;
  prorationDate: number | undefined;
  paymentBehavior: PaymentBehavior;
}

/** The invoice of an update: its own prorations, and earlier pending items if the billing mode includes them. */
export function billFor(
  unit: { now: number },
  customer: Bill["customer"],
  subscription: Subscription,
  change: Change,
  own: readonly InvoiceItem[],
  before: readonly InvoiceItem[],
  behavior: ProrationBehavior,
  prorationDate: number | undefined,
): Bill {
  const isAlone =
    subscription.billing_mode.type === "classic" && behavior === "always_invoice" && change.charges.length > 0;
  return {
    created: unit.now,
    customer,
    subscription,
    period: { start: unit.now, end: unit.now },
    billingReason: "subscription_update",
    prorationDate,
    items: [...own, ...(isAlone ? [] : before)],
    drafts: change.charges,
    given: { auto_advance: true, default_tax_rates: change.terms.defaultTaxRates },
  };
}

/** Stores the change until its invoice is paid: for 23 hours, but not beyond the period in which it was prorated. */
async function keepPending(
  unit: Unit,
  subscription: Subscription,
  change: Change,
  invoice: Invoice,
  own: readonly InvoiceItem[],
): Promise<void> {
  const { terms } = change;
  const expires = Math.min(unit.now + 23 * HOUR, periodOf(subscription).end);
  subscription.sandbox.pending = { terms, invoice: invoice.id, change: own[0]?.sandbox.change ?? null };
  await unit.save(subscription, {
    pending_update: {
      billing_cycle_anchor: terms.anchor === subscription.billing_cycle_anchor ? null : terms.anchor,
      cancel_at_period_end: null,
      discount: null,
      discounts: String(terms.discounts) === String(subscription.discounts) ? null : terms.discounts,
      expires_at: expires,
      metadata: null,
      subscription_items: [itemWith(subscription.items.data[0], terms)],
      trial_end: terms.trialEnd,
      trial_from_plan: null,
    },
  });
  await unit.schedule("pending_update_end", subscription.id, subscription.customer, expires);
}

async function makePastDue(unit: Unit, subscription: Subscription): Promise<void> {
  if (subscription.status !== "active" && subscription.status !== "trialing") return;
  await unit.save(subscription, { status: "past_due" });
}

async function payNow(unit: Unit, subscription: Subscription, invoice: Invoice, options: UpdateOptions): Promise<void> {
  if (invoice.status !== "open") return;
  if (options.paymentBehavior === "default_incomplete") {
    await makePastDue(unit, subscription);
    return;
  }
  // The invoice of a pending update is not retried automatically.
  const automatic = options.paymentBehavior === "allow_incomplete";
  const outcome: Outcome = await collect(unit, invoice, { offSession: true, automatic });
  if (outcome.kind === "paid" || options.paymentBehavior !== "error_if_incomplete") return;
  outcome.refusal.facts.keepsWork = false;
  throw outcome.refusal;
}

/** Carries out a planned change, with its items, and the invoice and payment that its behaviors ask for. */
export async function carryOut(
  unit: Unit,
  subscription: Subscription,
  change: Change,
  options: UpdateOptions,
): Promise<void> {
  const customer = await unit.get("customer", subscription.customer);
  const before = await pendingItems(unit, customer.id, subscription.id);
  const own = itemsFor(unit.now, customer.id, subscription.currency, change.prorations, subscription);
  await insertItems(unit, own);
  const isInvoiced = invoicesNow(change, options.prorationBehavior);
  const waits = isInvoiced && options.paymentBehavior === "pending_if_incomplete";
  if (!waits) await applyTerms(unit, subscription, change.terms);
  if (!isInvoiced) return;
  const bill = billFor(
    unit,
    customer,
    subscription,
    change,
    own,
    before,
    options.prorationBehavior,
    options.prorationDate,
  );
  const invoice = await issueDraft(unit, bill);
  if (waits) await keepPending(unit, subscription, change, invoice, own);
  await finalize(unit, invoice);
  await payNow(unit, subscription, invoice, options);
}

/** Makes those items of an invoice pending again that belong to other changes. */
async function releaseOthers(unit: Unit, invoice: Invoice, change: string | null): Promise<void> {
  const items = await all(unit, "invoiceitem", { customer: invoice.customer, equals: { invoice: invoice.id } });
  for (const item of items) {
    if (item.sandbox.change !== change) await unit.save(item, { invoice: null });
  }
}

/** Voids an open invoice. The customer's balance is restored, and a change that waited for the invoice is dropped. */
export async function voidInvoice(unit: Unit, invoice: Invoice): Promise<void> {
  await restoreBalance(unit, invoice);
  await unit.save(invoice, {
    status: "void",
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: unit.now },
  });
  await unit.unschedule("collect", invoice.id);
  if (invoice.sandbox.paymentIntent) {
    const intent = await unit.get("payment_intent", invoice.sandbox.paymentIntent);
    await unit.save(intent, {
      status: "canceled",
      canceled_at: unit.now,
      cancellation_reason: "void_invoice",
      next_action: null,
    });
    await unit.emit("payment_intent.canceled", intent);
  }
  await unit.emit("invoice.voided", invoice);
  const id = subscriptionOf(invoice);
  const subscription = id ? await unit.find("subscription", id) : null;
  const pending = subscription?.sandbox.pending;
  if (!subscription || pending?.invoice !== invoice.id) return;
  await releaseOthers(unit, invoice, pending.change);
  await dropPending(unit, subscription);
  await unit.emit("customer.subscription.updated", subscription);
}

/** Drops the waiting change, if there is one, and voids its invoice. */
export async function expirePending(unit: Unit, subscription: Subscription): Promise<void> {
  const { pending } = subscription.sandbox;
  if (!pending) return;
  await voidInvoice(unit, await unit.get("invoice", pending.invoice));
  await unit.emit("customer.subscription.pending_update_expired", subscription);
}
