import { decimalText } from "../money/minor-units.ts";
import { periodEnd } from "../money/periods.ts";
import { negated, shareAfter, type Period } from "../money/proration.ts";
import type { Redeemed } from "../objects/coupon.ts";
import type { DraftLine } from "../objects/invoice-item.ts";
import type { Plan } from "../objects/plan.ts";
import type { Debit, Subscription, Terms } from "../objects/subscription.ts";
import type { TaxRate } from "../objects/tax-rate.ts";
import { badRequest, notModeled } from "../wire/refusal.ts";
import { discountOfLine, discountsAfter, netShare } from "./discounting.ts";

export type ProrationBehavior = "create_prorations" | "always_invoice" | "none";

/** The subscription that a caller asks for. Fields that the caller leaves out have their present values. */
export interface Wanted {
  plan: Plan;
  planName: string;
  planNameBefore: string;
  quantity: number;
  defaultTaxRates: TaxRate[];
  itemTaxRates: TaxRate[];
  prorationBehavior: ProrationBehavior;
  prorationDate: number | undefined;
  anchor: "now" | "unchanged" | undefined;
  trialEnd: number | "now" | undefined;
  /** The discount of the subscription before the change, and after it. */
  discountBefore: Redeemed | null;
  discount: Redeemed | null;
}

/** The terms after a change, and its costs. */
export interface Change {
  terms: Terms;
  /** The credit first, then the debit. Each becomes an invoice item. */
  prorations: DraftLine[];
  /** Lines for a period that begins now, which are invoiced at once. */
  charges: DraftLine[];
}

function times(quantity: number, name: string): string {
  return quantity === 1 ? name : `${quantity} × ${name}`;
}

function day(at: number): string {
  return new Intl.DateTimeFormat("en-GB", { day: "2-digit", month: "short", year: "numeric", timeZone: "UTC" })
    .format(at * 1000)
    .replace("Sept", "Sep");
}

function money(plan: Plan): string {
  const every = plan.interval_count === 1 ? plan.interval : `${plan.interval_count} ${plan.interval}s`;
  return `${decimalText(plan.amount, plan.currency)} ${plan.currency.toUpperCase()} / ${every}`;
}

/** The line for a whole period of a plan. */
export function fullLine(
  plan: Plan,
  name: string,
  quantity: number,
  period: Period,
  taxRates: TaxRate[],
  discount: Redeemed | null,
): DraftLine {
  const amount = plan.amount * quantity;
  return {
    amount,
    description: `${quantity} × ${name} (at ${money(plan)})`,
    quantity,
    plan,
    period,
    proration: false,
    creditedItems: null,
    taxRates,
    discountable: true,
    discount: discountOfLine(discount, plan, amount, period.start),
  };
}

/** The line of zero for the time until a plan begins. */
function trialLine(plan: Plan, name: string, quantity: number, period: Period): DraftLine {
  const line = fullLine(plan, name, quantity, period, [], null);
  return { ...line, amount: 0, description: `Trial period for ${times(quantity, name)}` };
}

export function debitOf(draft: DraftLine): Debit {
  return {
    amount: draft.amount - (draft.discount?.amount ?? 0),
    period: draft.period,
    quantity: draft.quantity,
    plan: draft.plan?.id ?? "",
    source: null,
  };
}

export function periodOf(subscription: Subscription): Period {
  const item = subscription.items.data[0];
  return { start: item.current_period_start, end: item.current_period_end };
}

function credits(subscription: Subscription, wanted: Wanted, at: number): DraftLine[] {
  const item = subscription.items.data[0];
  const period = periodOf(subscription);
  const line = (amount: number, quantity: number, source: Debit["source"]): DraftLine => ({
    amount: negated(amount),
    description: `Unused time on ${times(quantity, wanted.planNameBefore)} after ${day(at)}`,
    quantity,
    plan: item.plan,
    period: { start: at, end: period.end },
    proration: true,
    creditedItems: source && { invoice: source.invoice, invoice_line_items: [source.line] },
    taxRates: wanted.itemTaxRates.length > 0 ? wanted.itemTaxRates : wanted.defaultTaxRates,
    discountable: false,
    discount: null,
  });
  if (subscription.billing_mode.type === "classic") {
    const share = netShare(wanted.discountBefore, item.plan, item.plan.amount * item.quantity, period, at);
    return [line(share.amount, item.quantity, null)];
  }
  return subscription.sandbox.debits
    .filter((debit) => debit.period.end > at)
    .map((debit) => line(shareAfter(debit.amount, debit.period, at), debit.quantity, debit.source));
}

function remainder(wanted: Wanted, period: Period, at: number): DraftLine {
  const share = netShare(wanted.discount, wanted.plan, wanted.plan.amount * wanted.quantity, period, at);
  return {
    amount: share.amount,
    description: `Remaining time on ${times(wanted.quantity, wanted.planName)} after ${day(at)}`,
    quantity: wanted.quantity,
    plan: wanted.plan,
    period: { start: at, end: period.end },
    proration: true,
    creditedItems: null,
    taxRates: wanted.itemTaxRates.length > 0 ? wanted.itemTaxRates : wanted.defaultTaxRates,
    discountable: false,
    discount: share.discount,
  };
}

function isTrialing(subscription: Subscription): boolean {
  return subscription.status === "trialing";
}

function resetsAnchor(subscription: Subscription, wanted: Wanted): boolean {
  if (wanted.anchor === "now" || (wanted.trialEnd === "now" && isTrialing(subscription))) return true;
  const before = subscription.items.data[0].plan;
  const sameInterval = before.interval === wanted.plan.interval && before.interval_count === wanted.plan.interval_count;
  if (sameInterval || isTrialing(subscription)) return false;
  if (wanted.anchor === "unchanged") {
    throw notModeled("an interval change that leaves the billing cycle anchor unchanged", "billing_cycle_anchor");
  }
  if (subscription.billing_mode.type === "flexible") {
    throw notModeled(
      "an interval change under flexible billing without billing_cycle_anchor; send billing_cycle_anchor[type]=now or a trial_end",
      "billing_cycle_anchor",
    );
  }
  return true;
}

function prorationTime(subscription: Subscription, wanted: Wanted, now: number): number {
  if (wanted.prorationDate === undefined) return now;
  const period = periodOf(subscription);
  if (wanted.prorationBehavior === "none") {
    throw badRequest("You cannot set `proration_date` when `proration_behavior` is `none`.", {
      param: "proration_date",
    });
  }
  if (wanted.prorationDate < period.start || wanted.prorationDate > period.end) {
    throw badRequest("Cannot specify `proration_date` outside of current subscription period.", {
      param: "proration_date",
    });
  }
  return wanted.prorationDate;
}

/** A change to a trial until `trialEnd`, when billing by the new terms begins. */
function trialChange(subscription: Subscription, wanted: Wanted, trialEnd: number, now: number): Change {
  if (trialEnd <= now) throw badRequest("`trial_end` must be in the future.", { param: "trial_end" });
  const isSame = subscription.trial_end === trialEnd && isTrialing(subscription);
  const period = isSame ? periodOf(subscription) : { start: now, end: trialEnd };
  const prorates = wanted.prorationBehavior !== "none" && !isTrialing(subscription);
  return {
    terms: { ...baseTerms(subscription, wanted), period, anchor: trialEnd, trialEnd, debits: [] },
    prorations: prorates ? credits(subscription, wanted, prorationTime(subscription, wanted, now)) : [],
    charges: isSame ? [] : [trialLine(wanted.plan, wanted.planName, wanted.quantity, period)],
  };
}

function baseTerms(subscription: Subscription, wanted: Wanted): Terms {
  return {
    plan: wanted.plan,
    quantity: wanted.quantity,
    defaultTaxRates: wanted.defaultTaxRates,
    itemTaxRates: wanted.itemTaxRates,
    period: periodOf(subscription),
    anchor: subscription.billing_cycle_anchor,
    trialEnd: isTrialing(subscription) ? subscription.trial_end : null,
    debits: subscription.sandbox.debits,
    discounts: discountsAfter(wanted.discount, false, Number.NEGATIVE_INFINITY),
  };
}

/** Whether a change asks for an invoice now, rather than at the next renewal. */
export function invoicesNow(change: Change, behavior: ProrationBehavior): boolean {
  return change.charges.length > 0 || (behavior === "always_invoice" && change.prorations.length > 0);
}

/** Computes a change without writing it. Previews and updates share it, so that they agree to the cent. */
export function plannedChange(subscription: Subscription, wanted: Wanted, now: number): Change {
  const change = changeOfTerms(subscription, wanted, now);
  const lines = [...change.prorations, ...change.charges];
  const isUsed = invoicesNow(change, wanted.prorationBehavior) && lines.some(({ discount }) => discount !== null);
  return { ...change, terms: { ...change.terms, discounts: discountsAfter(wanted.discount, isUsed, now) } };
}

function changeOfTerms(subscription: Subscription, wanted: Wanted, now: number): Change {
  if (wanted.plan.currency !== subscription.currency) {
    throw badRequest("The price must have the currency of the subscription.", { param: "items" });
  }
  if (typeof wanted.trialEnd === "number") return trialChange(subscription, wanted, wanted.trialEnd, now);
  const resets = resetsAnchor(subscription, wanted);
  const at = prorationTime(subscription, wanted, now);
  const item = subscription.items.data[0];
  const isOther = item.plan.id !== wanted.plan.id || item.quantity !== wanted.quantity;
  const prorates = wanted.prorationBehavior !== "none" && !isTrialing(subscription) && (resets || isOther);
  const terms = baseTerms(subscription, wanted);
  const credit = prorates ? credits(subscription, wanted, at) : [];
  if (resets) {
    const { interval, interval_count } = wanted.plan;
    const period = { start: now, end: periodEnd(now, interval, interval_count, now) };
    const full = fullLine(wanted.plan, wanted.planName, wanted.quantity, period, wanted.itemTaxRates, wanted.discount);
    return {
      terms: { ...terms, period, anchor: now, trialEnd: null, debits: [debitOf(full)] },
      prorations: credit,
      charges: [full],
    };
  }
  if (!prorates) return { terms, prorations: [], charges: [] };
  const debit = remainder(wanted, terms.period, at);
  return { terms: { ...terms, debits: [debitOf(debit)] }, prorations: [...credit, debit], charges: [] };
}
