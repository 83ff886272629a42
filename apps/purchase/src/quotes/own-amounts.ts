import { unixSecondsOf } from "@foyer/contract/wire-values";
import { cents } from "@foyer/domain/money";
import { addIntervals } from "@foyer/domain/periods";
import { prorateChange, type Proration, prorateSwitch, type TaxRate } from "@foyer/domain/proration";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";

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
  /** Due now, the customer's credit taken off. */
  readonly due: number;
}

export function taxRatesOf({ row }: HeldSubscription): readonly TaxRate[] {
  return row.item_tax_rates.length > 0 ? row.item_tax_rates : row.default_tax_rates;
}

/** Our own arithmetic of a change, by the rules that the provider follows. */
export function ownProration(held: HeldSubscription, to: PlanRow, quantity: number, at: number): Proration {
  const { row, plan } = held;
  const period = { start: unixSecondsOf(row.period_start), end: unixSecondsOf(row.period_end) };
  const from = { unitAmount: cents(plan.amount_cents), quantity: row.paid_quantity };
  const charge = { unitAmount: cents(to.amount_cents), quantity };
  const taxRates = taxRatesOf(held);
  if (to.id === plan.id) return prorateChange({ period, at, from, to: charge, taxRates });
  const end = unixSecondsOf(addIntervals(new Date(at * 1_000), to.interval, 1));
  return prorateSwitch({ period, next: { start: at, end }, from, to: charge, taxRates });
}

/** @param balance the customer's: negative is credit, positive is owed. */
function dueOf(total: number, balance: number): number {
  return total <= 0 ? 0 : Math.max(0, total + balance);
}

/**
 * What the provider will say once the paid quantity is back in place, where `chargeChange` puts it first: after somebody
 * has changed the quantity there without a charge, its own preview counts seats that are paid already.
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
  return { lines, subtotal: own.subtotal, tax: own.tax, due: dueOf(own.total, balance) };
}
