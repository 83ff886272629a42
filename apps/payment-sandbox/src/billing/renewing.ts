import { periodEnd } from "../money/periods.ts";
import type { Invoice } from "../objects/invoice.ts";
import type { Subscription } from "../objects/subscription.ts";
import { all } from "../store/listing.ts";
import type { DueKind, Unit } from "../store/unit.ts";
import { giveVerdict } from "../tax-ids/tax-id-verdict.ts";
import { collect } from "./collecting.ts";
import { discountsAfter, redeemedBy } from "./discounting.ts";
import { finalize, issueDraft, pendingItems } from "./invoicing.ts";
import { planName } from "./plan-name.ts";
import { applyTerms, endSubscription } from "./settling.ts";
import { debitOf, fullLine, periodOf } from "./subscription-change.ts";
import { expirePending, voidInvoice } from "./updating.ts";

/** Starts the next period and drafts its invoice: pending items first, then the plan for the new period. */
async function renew(unit: Unit, subscription: Subscription, draftSeconds: number): Promise<void> {
  const item = subscription.items.data[0];
  const before = periodOf(subscription);
  const { plan } = item;
  const period = {
    start: before.end,
    end: periodEnd(subscription.billing_cycle_anchor, plan.interval, plan.interval_count, before.end),
  };
  const redeemed = await redeemedBy(unit, subscription);
  const line = fullLine(plan, await planName(unit, plan), item.quantity, period, item.tax_rates, redeemed);
  const customer = await unit.get("customer", subscription.customer);
  const items = await pendingItems(unit, customer.id, subscription.id);
  const status = subscription.status;
  await applyTerms(unit, subscription, {
    plan,
    quantity: item.quantity,
    defaultTaxRates: subscription.default_tax_rates,
    itemTaxRates: item.tax_rates,
    period,
    anchor: subscription.billing_cycle_anchor,
    trialEnd: null,
    debits: [debitOf(line)],
    discounts: discountsAfter(redeemed, line.discount !== null, period.start),
  });
  const invoice = await issueDraft(unit, {
    created: unit.now,
    customer,
    subscription,
    period: before,
    billingReason: "subscription_cycle",
    items,
    drafts: [line],
    given: { auto_advance: true, automatically_finalizes_at: unit.now + draftSeconds },
  });
  await unit.emit("customer.subscription.updated", subscription, {
    items: { object: "list", data: [{ ...item }] },
    latest_invoice: null,
    ...(status === subscription.status ? {} : { status }),
  });
  if (draftSeconds === 0) await finalizeAndCollect(unit, invoice);
}

async function endPeriod(unit: Unit, id: string, draftSeconds: number): Promise<void> {
  const subscription = await unit.get("subscription", id);
  if (["canceled", "incomplete", "incomplete_expired"].includes(subscription.status)) return;
  // A change that was prorated in the period that ends now can no longer take effect.
  await expirePending(unit, subscription);
  const isOver =
    subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= unit.now);
  if (isOver) await endSubscription(unit, subscription, "cancellation_requested");
  else await renew(unit, subscription, draftSeconds);
}

async function finalizeAndCollect(unit: Unit, invoice: Invoice): Promise<void> {
  if (invoice.status !== "draft") return;
  await finalize(unit, invoice);
  if (invoice.amount_remaining > 0) await collect(unit, invoice, { offSession: true, automatic: true });
}

async function collectDue(unit: Unit, id: string): Promise<void> {
  const invoice = await unit.get("invoice", id);
  if (invoice.status !== "open" || !invoice.auto_advance) return;
  await collect(unit, invoice, { offSession: true, automatic: true });
}

/** Expires a subscription whose first invoice was never paid. */
async function endIncomplete(unit: Unit, id: string): Promise<void> {
  const subscription = await unit.get("subscription", id);
  if (subscription.status !== "incomplete") return;
  await unit.save(subscription, { status: "incomplete_expired", ended_at: unit.now });
  await unit.unschedule("period_end", id);
  for (const invoice of await all(unit, "invoice", { parent: id, equals: { status: "open" } })) {
    await voidInvoice(unit, invoice);
  }
  await unit.emit("customer.subscription.updated", subscription, { status: "incomplete" });
}

/** Runs one due step. `draftSeconds` is how long a renewal's invoice stays a draft. */
export async function doDue(unit: Unit, kind: DueKind, ref: string, draftSeconds: number): Promise<void> {
  switch (kind) {
    case "period_end":
      return endPeriod(unit, ref, draftSeconds);
    case "finalize":
      return finalizeAndCollect(unit, await unit.get("invoice", ref));
    case "collect":
      return collectDue(unit, ref);
    case "incomplete_end":
      return endIncomplete(unit, ref);
    case "pending_update_end":
      return expirePending(unit, await unit.get("subscription", ref));
    case "tax_id_verdict":
      return giveVerdict(unit, ref);
  }
}
