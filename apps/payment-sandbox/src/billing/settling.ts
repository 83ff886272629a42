import { subscriptionOf, type Invoice } from "../objects/invoice.ts";
import { itemWith, type Subscription, type Terms } from "../objects/subscription.ts";
import { all } from "../store/listing.ts";
import type { Unit } from "../store/unit.ts";

/** Applies terms to a subscription: plan, quantity, period, and the start of the next period. */
export async function applyTerms(unit: Unit, subscription: Subscription, terms: Terms): Promise<void> {
  const wasTrialing = subscription.status === "trialing";
  const item = itemWith(subscription.items.data[0], terms);
  const status: Subscription["status"] =
    terms.trialEnd !== null ? "trialing" : wasTrialing ? "active" : subscription.status;
  subscription.items.data = [item];
  subscription.sandbox.debits = terms.debits;
  Object.assign(subscription, {
    billing_cycle_anchor: terms.anchor,
    default_tax_rates: terms.defaultTaxRates,
    discounts: terms.discounts,
    status,
    ...(terms.trialEnd === null
      ? {}
      : { trial_start: wasTrialing ? subscription.trial_start : unit.now, trial_end: terms.trialEnd }),
    ...(terms.trialEnd === null && wasTrialing ? { trial_end: unit.now } : {}),
    ...(subscription.cancel_at_period_end ? { cancel_at: terms.period.end } : {}),
  });
  await unit.save(subscription);
  await unit.schedule("period_end", subscription.id, subscription.customer, terms.period.end);
}

/** Drops the change that waits for a payment. The subscription stays as it is. */
export async function dropPending(unit: Unit, subscription: Subscription): Promise<void> {
  subscription.sandbox.pending = null;
  await unit.save(subscription, { pending_update: null });
  await unit.unschedule("pending_update_end", subscription.id);
}

async function applyPending(unit: Unit, subscription: Subscription, terms: Terms): Promise<void> {
  const before = subscription.items.data[0];
  await dropPending(unit, subscription);
  await applyTerms(unit, subscription, terms);
  await unit.emit("customer.subscription.pending_update_applied", subscription);
  await unit.emit("customer.subscription.updated", subscription, {
    items: { object: "list", data: [before] },
    pending_update: null,
  });
}

/** Applies a change that was paid. A change that expired before its payment is dropped, although it was paid. */
async function endPending(unit: Unit, subscription: Subscription, terms: Terms): Promise<void> {
  const expires = subscription.pending_update?.expires_at;
  if (expires === undefined || unit.now < expires) return applyPending(unit, subscription, terms);
  await dropPending(unit, subscription);
  await unit.emit("customer.subscription.pending_update_expired", subscription);
}

async function hasOpenBill(unit: Unit, subscription: Subscription): Promise<boolean> {
  const open = await all(unit, "invoice", {
    parent: subscription.id,
    equals: { status: "open" },
    not: { billing_reason: ["manual"] },
  });
  return open.some((invoice) => invoice.id !== subscription.sandbox.pending?.invoice);
}

async function recover(unit: Unit, subscription: Subscription): Promise<void> {
  const before = subscription.status;
  if (before !== "past_due" && before !== "unpaid" && before !== "incomplete") return;
  if (await hasOpenBill(unit, subscription)) return;
  await unit.unschedule("incomplete_end", subscription.id);
  const isTrialing = subscription.trial_end !== null && subscription.trial_end > unit.now;
  await unit.save(subscription, { status: isTrialing ? "trialing" : "active" });
  await unit.emit("customer.subscription.updated", subscription, { status: before });
}

/** Marks an invoice as paid, and applies the change of the subscription that it pays for. */
export async function markPaid(unit: Unit, invoice: Invoice): Promise<void> {
  await unit.save(invoice, {
    status: "paid",
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: unit.now },
  });
  await unit.unschedule("collect", invoice.id);
  await unit.emit("invoice.updated", invoice, { status: "open" });
  await unit.emit("invoice.paid", invoice);
  await unit.emit("invoice.payment_succeeded", invoice);
  const id = subscriptionOf(invoice);
  const subscription = id ? await unit.find("subscription", id) : null;
  if (!subscription) return;
  const pending = subscription.sandbox.pending;
  if (pending?.invoice === invoice.id) await endPending(unit, subscription, pending.terms);
  await recover(unit, subscription);
}

/** Ends a subscription. Its unpaid invoices stay as they are, and are no longer collected. */
export async function endSubscription(
  unit: Unit,
  subscription: Subscription,
  reason: Subscription["cancellation_details"]["reason"],
): Promise<void> {
  await unit.save(subscription, {
    status: "canceled",
    ended_at: unit.now,
    canceled_at: subscription.canceled_at ?? unit.now,
    cancellation_details: {
      ...subscription.cancellation_details,
      reason: subscription.cancellation_details.reason ?? reason,
    },
  });
  if (subscription.sandbox.pending) await dropPending(unit, subscription);
  for (const kind of ["period_end", "incomplete_end"] as const) await unit.unschedule(kind, subscription.id);
  for (const invoice of await all(unit, "invoice", { parent: subscription.id })) {
    if (invoice.status !== "open" && invoice.status !== "draft") continue;
    await unit.unschedule("collect", invoice.id);
    await unit.unschedule("finalize", invoice.id);
    await unit.save(invoice, { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null });
  }
  await unit.emit("customer.subscription.deleted", subscription);
}
