import { unixSecondsOf } from "@foyer/contract/wire-values";
import { invoiceLine } from "@foyer/domain/invoice-line";
import { type InvoiceSettlement, minimumCharge, settleInvoice } from "@foyer/domain/minimum-charge";
import { type Cents, cents } from "@foyer/domain/money";
import { addIntervals } from "@foyer/domain/periods";
import { prorateChange, type Proration, prorateSwitch } from "@foyer/domain/proration";
import type { ProviderInvoice, ProviderLine } from "../../stripe/payment-gateway.ts";
import { priceWith } from "../../subscriptions/discount.ts";
import { taxRatesOf } from "../../subscriptions/renewal-amount.ts";
import { type HeldSubscription, isPaidAsTrial, type PlanRow } from "../../subscriptions/subscription-wire.ts";

type QuotedLine = Pick<ProviderLine, "amount" | "description" | "period" | "proration">;

/** Current price of a change. */
export interface Amounts {
  readonly lines: readonly QuotedLine[];
  readonly subtotal: number;
  /** Tax on top of the subtotal. */
  readonly tax: number;
  /** Tax within the subtotal. */
  readonly includedTax: number;
  /** Charged now, after the customer's balance. An amount below the minimum charge stays on the balance. */
  readonly due: number;
  /** The customer's balance after the charge: negative is credit, positive is debt. */
  readonly balance: number;
}

/**
 * Returns what the provider will charge for a previewed invoice, and the balance after it. The amount due is the
 * provider's, except below the minimum charge: the preview may show such an amount although it is not charged.
 */
export function settlementOf({ total, startingBalance, amountDue, currency }: ProviderInvoice): InvoiceSettlement {
  const { balance } = settleInvoice(cents(total), cents(startingBalance), currency);
  return { due: cents(amountDue < minimumCharge(currency) ? 0 : amountDue), balance };
}

/** True if the provider's invoice is what was quoted, to the cent. */
export function isAsQuoted(
  invoice: ProviderInvoice,
  quote: { readonly subtotal: number; readonly tax: number; readonly total: number },
): boolean {
  return (
    invoice.subtotal === quote.subtotal &&
    invoice.total - invoice.subtotal === quote.tax &&
    settlementOf(invoice).due === quote.total
  );
}

/** Returns the paid period. If the provider starts a trial within it, the paid period counts. */
function paidPeriodOf({ row }: HeldSubscription): { start: number; end: number } {
  const [start, end] = isPaidAsTrial(row) ? [row.paid_from, row.paid_until] : [row.period_start, row.period_end];
  return { start: unixSecondsOf(start), end: unixSecondsOf(end) };
}

/**
 * Returns the price of seats for the paid period. During a term that the provider shows as a trial the prices are net of
 * the discount, because this service creates the invoice. Elsewhere the provider discounts what it prorates.
 */
function netPrice({ row }: HeldSubscription, plan: PlanRow, quantity: number, at: number): Cents {
  // A discount for one invoice waits for the next one of the provider.
  const isNet = isPaidAsTrial(row) && row.discount?.coupon.duration !== "once";
  return priceWith(isNet ? row.discount : null, plan, quantity, at);
}

/** Prorates a change by our own arithmetic, with the provider's rules. */
export function ownProration(held: HeldSubscription, to: PlanRow, quantity: number, at: number): Proration {
  const { row, plan } = held;
  const period = paidPeriodOf(held);
  const from = netPrice(held, plan, row.paid_quantity, at);
  const charge = netPrice(held, to, quantity, at);
  const taxRates = taxRatesOf(held);
  if (to.id === plan.id) return prorateChange({ period, at, from, to: charge, taxRates });
  const end = unixSecondsOf(addIntervals(new Date(at * 1_000), to.interval, 1));
  return prorateSwitch({ period, next: { start: at, end }, from, to: charge, taxRates });
}

/**
 * Returns the provider's price after `chargeChange` restores the paid quantity. If the quantity was changed
 * at the provider without a charge, its own preview counts paid seats again.
 *
 * @param balance of the customer: negative is credit, positive is debt.
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
  const lines = own.lines.map(({ amount, period, proration }, index) => {
    const [product, seats] = index === 0 ? [before, held.row.paid_quantity] : [after, quantity];
    return { amount, description: invoiceLine({ product, seats, period, amount }), period, proration };
  });
  return {
    lines,
    subtotal: own.subtotal,
    tax: own.tax,
    includedTax: own.includedTax,
    ...settleInvoice(own.total, cents(balance), held.row.currency),
  };
}
