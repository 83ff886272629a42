import { periodEnd } from "../money/periods.ts";
import { newSubscription, type Subscription, type Terms } from "../objects/subscription.ts";
import type { Customer } from "../objects/customer.ts";
import { newDiscount, type Coupon, type Redeemed } from "../objects/coupon.ts";
import type { Plan } from "../objects/plan.ts";
import type { TaxRate } from "../objects/tax-rate.ts";
import type { Unit } from "../store/unit.ts";
import { newId } from "../objects/id.ts";
import { collect } from "./collecting.ts";
import { discountsAfter, redeem } from "./discounting.ts";
import { finalize, issueDraft, pendingItems } from "./invoicing.ts";
import { debitOf, fullLine } from "./subscription-change.ts";
import type { PaymentBehavior } from "./updating.ts";

const HOUR = 3600;

export interface Start {
  customer: Customer;
  plan: Plan;
  planName: string;
  quantity: number;
  defaultTaxRates: TaxRate[];
  itemTaxRates: TaxRate[];
  trialEnd: number | null;
  paymentBehavior: Exclude<PaymentBehavior, "pending_if_incomplete">;
  given: Partial<Subscription>;
  coupon: Coupon | null;
}

function firstTerms(
  start: Start,
  redeemed: Redeemed | null,
  now: number,
): { terms: Terms; line: ReturnType<typeof fullLine> } {
  const { plan, trialEnd } = start;
  const end = trialEnd ?? periodEnd(now, plan.interval, plan.interval_count, now);
  const period = { start: now, end };
  const full = fullLine(
    plan,
    start.planName,
    start.quantity,
    period,
    start.itemTaxRates,
    trialEnd === null ? redeemed : null,
  );
  const line = trialEnd === null ? full : { ...full, amount: 0, description: `Trial period for ${start.planName}` };
  return {
    line,
    terms: {
      plan,
      quantity: start.quantity,
      defaultTaxRates: start.defaultTaxRates,
      itemTaxRates: start.itemTaxRates,
      period,
      anchor: trialEnd ?? now,
      trialEnd,
      debits: trialEnd === null ? [debitOf(full)] : [],
      discounts: discountsAfter(redeemed, line.discount !== null, now),
    },
  };
}

/** Starts a subscription with its first invoice. The status of the subscription depends on whether that was paid. */
export async function startSubscription(unit: Unit, start: Start): Promise<Subscription> {
  const { customer, coupon } = start;
  const id = newId("sub");
  const redeemed = coupon && { discount: newDiscount(unit.now, coupon, customer.id, id), coupon };
  if (redeemed) await redeem(unit, redeemed);
  const { terms, line } = firstTerms(start, redeemed, unit.now);
  const subscription = await unit.insert(newSubscription(unit.now, customer.id, terms, { id, ...start.given }));
  await unit.emit("customer.subscription.created", subscription);
  const waiting = await pendingItems(unit, customer.id, null);
  const invoice = await issueDraft(unit, {
    created: unit.now,
    customer,
    subscription,
    period: { start: unit.now, end: unit.now },
    billingReason: "subscription_create",
    items: waiting,
    drafts: [line],
    given: { auto_advance: true },
  });
  await finalize(unit, invoice);
  if (invoice.status === "open" && start.paymentBehavior !== "default_incomplete") {
    const outcome = await collect(unit, invoice, { offSession: true, automatic: false });
    if (outcome.kind !== "paid" && start.paymentBehavior === "error_if_incomplete") {
      outcome.refusal.facts.keepsWork = false;
      throw outcome.refusal;
    }
  }
  if (invoice.status !== "paid") {
    await unit.schedule("incomplete_end", subscription.id, customer.id, unit.now + 23 * HOUR);
  }
  await unit.schedule("period_end", subscription.id, customer.id, terms.period.end);
  return subscription;
}
