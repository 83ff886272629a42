import { unixSecondsOf } from "@foyer/contract/wire-values";
import { type InvoiceSettlement, minimumCharge, settleInvoice } from "@foyer/domain/minimum-charge";
import { cents } from "@foyer/domain/money";
import { addIntervals } from "@foyer/domain/periods";
import { prorateChange, type Proration, prorateSwitch } from "@foyer/domain/proration";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { taxRatesOf } from "../../subscriptions/renewal-amount.ts";
import { type HeldSubscription, isPaidAsTrial, type PlanRow } from "../../subscriptions/subscription-wire.ts";

interface QuotedLine {
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  readonly proration: boolean;
}

/** What a change costs now. */
export interface Amounts {
  readonly lines: readonly QuotedLine[];
  readonly subtotal: number;
  readonly tax: number;
  /** Charged now: the customer's balance is counted, and what is too small to be charged is left on it. */
  readonly due: number;
  /** The customer's balance then: negative is credit, positive is owed. */
  readonly balance: number;
}

/**
 * What the provider will charge for an invoice that it has previewed, and leave on the customer's balance. What is due is
 * its own word, but for an amount that is too small: its preview may show that, and it is not charged.
 */
export function settlementOf({ total, startingBalance, amountDue, currency }: ProviderInvoice): InvoiceSettlement {
  const { balance } = settleInvoice(cents(total), cents(startingBalance), currency);
  return { due: cents(amountDue < minimumCharge(currency) ? 0 : amountDue), balance };
}

/** The period that is paid for. Where the provider begins a free one within it, the paid one is what counts. */
function paidPeriodOf({ row }: HeldSubscription): { start: number; end: number } {
  const [start, end] = isPaidAsTrial(row) ? [row.paid_from, row.paid_until] : [row.period_start, row.period_end];
  return { start: unixSecondsOf(start), end: unixSecondsOf(end) };
}

/** Our own arithmetic of a change, by the rules that the provider follows. */
export function ownProration(held: HeldSubscription, to: PlanRow, quantity: number, at: number): Proration {
  const { row, plan } = held;
  const period = paidPeriodOf(held);
  const from = { unitAmount: cents(plan.amount_cents), quantity: row.paid_quantity };
  const charge = { unitAmount: cents(to.amount_cents), quantity };
  const taxRates = taxRatesOf(held);
  if (to.id === plan.id) return prorateChange({ period, at, from, to: charge, taxRates });
  const end = unixSecondsOf(addIntervals(new Date(at * 1_000), to.interval, 1));
  return prorateSwitch({ period, next: { start: at, end }, from, to: charge, taxRates });
}

/**
 * What the provider will say once the paid quantity is back in place, where `chargeChange` puts it first: after somebody
 * has changed the quantity there without a charge, its own preview counts seats that are paid already.
 *
 * @param balance the customer's: negative is credit, positive is owed.
 */
export function ownAmounts(
  held: HeldSubscription,
  to: PlanRow,
  quantity: number,
  at: number,
  balance: number,
): Amounts {
  const own = ownProration(held, to, quantity, at);
  const [before, after] = [held.plan.nickname ?? held.plan.product, to.nickname ?? to.product];
  const lines = own.lines.map(({ amount, period, proration }, index) => ({
    amount,
    description:
      index === 0
        ? `Unused time on ${held.row.paid_quantity} × ${before}`
        : `${proration ? "Remaining time on " : ""}${quantity} × ${after}`,
    period,
    proration,
  }));
  return {
    lines,
    subtotal: own.subtotal,
    tax: own.tax,
    ...settleInvoice(own.total, cents(balance), held.row.currency),
  };
}
