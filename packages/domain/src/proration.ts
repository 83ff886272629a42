import { settleInvoice } from "./minimum-charge.ts";
import { cents, divideRounded, negated, sumCents, type Cents } from "./money.ts";

/** A time span in whole Unix seconds, as on invoices. */
export interface UnixPeriod {
  readonly start: number;
  readonly end: number;
}

/** A number of seats and the price of one, for a whole period. */
export interface Charge {
  readonly unitAmount: Cents;
  readonly quantity: number;
}

export interface TaxRate {
  /** Up to four decimals, for example 8.5. */
  readonly percentage: number;
  /** True if the amount already includes the tax. */
  readonly inclusive: boolean;
}

export interface ProratedLine {
  readonly amount: Cents;
  /** Exclusive tax on top of the amount, or inclusive tax within it. */
  readonly tax: Cents;
  readonly period: UnixPeriod;
  /** False for a whole new period, which is not prorated. */
  readonly proration: boolean;
}

/** Immediate cost of a change. Lines are in the invoice's order: credit, then debit. */
export interface Proration {
  readonly lines: readonly ProratedLine[];
  readonly subtotal: Cents;
  /** Exclusive tax only; inclusive tax changes no total. */
  readonly tax: Cents;
  /** Inclusive tax: the part of the subtotal that is tax. */
  readonly includedTax: Cents;
  /** If negative, nothing is due and the rest becomes credit for later invoices. */
  readonly total: Cents;
}

/** A debit that was charged for time that a change now credits. */
export interface PaidDebit {
  readonly amount: Cents;
  readonly period: UnixPeriod;
}

/**
 * Returns the part of a period's price for the time from `at` on.
 *
 * Counts seconds, and rounds the whole amount once, half away from zero. Never rounds per seat or per day.
 *
 * @param amount for the whole period.
 * @param at Unix seconds, clamped to the period.
 * @see https://docs.stripe.com/billing/subscriptions/prorations
 */
export function unusedShare(amount: Cents, period: UnixPeriod, at: number): Cents {
  const left = BigInt(period.end - Math.min(Math.max(at, period.start), period.end));
  return cents(Number(divideRounded(BigInt(amount) * left, BigInt(period.end - period.start))));
}

const WHOLE = 100n * 10_000n;
const scaled = ({ percentage }: TaxRate): bigint => BigInt(Math.round(percentage * 10_000));

/**
 * Returns the tax of one line: on top of the amount, and within it. Rounds each rate half away from zero; taxes are
 * rounded per line and then summed.
 */
export function lineTaxes(
  amount: Cents,
  rates: readonly TaxRate[],
): { readonly added: Cents; readonly included: Cents } {
  // The amount contains the taxes of all inclusive rates.
  const gross = rates.filter(({ inclusive }) => inclusive).reduce((sum, rate) => sum + scaled(rate), WHOLE);
  const sumOf = (inclusive: boolean, divisor: bigint): Cents =>
    sumCents(
      rates
        .filter((rate) => rate.inclusive === inclusive)
        .map((rate) => cents(Number(divideRounded(BigInt(amount) * scaled(rate), divisor)))),
    );
  return { added: sumOf(false, WHOLE), included: sumOf(true, gross) };
}

/**
 * Returns the cost of a change within the current period: a credit for the unused time of the old charge, and
 * the remaining time of the new one.
 *
 * @param paid the debits charged for the remaining time. The provider credits them in place of `from` in
 * its flexible billing mode. Without them, `from` counts as paid (classic mode).
 */
export function prorateChange(change: {
  readonly period: UnixPeriod;
  /** Unix seconds of the change. */
  readonly at: number;
  readonly from: Charge;
  readonly to: Charge;
  readonly taxRates: readonly TaxRate[];
  readonly paid?: readonly PaidDebit[];
}): Proration {
  const { period, at, from, to, taxRates } = change;
  const debits = change.paid ?? [{ amount: cents(from.unitAmount * from.quantity), period }];
  const left = { start: at, end: period.end };
  const credits = debits.map((debit) =>
    line(negated(unusedShare(debit.amount, debit.period, at)), left, true, taxRates),
  );
  const debit = line(unusedShare(cents(to.unitAmount * to.quantity), period, at), left, true, taxRates);
  return total([...credits, debit], taxRates);
}

/**
 * Returns the cost of a switch that begins a new period at once, monthly to yearly: a credit for the unused
 * time, and the whole new period.
 *
 * @param next the new period, which begins at the time of the change.
 */
export function prorateSwitch(change: {
  readonly period: UnixPeriod;
  readonly next: UnixPeriod;
  readonly from: Charge;
  readonly to: Charge;
  readonly taxRates: readonly TaxRate[];
}): Proration {
  const { period, next, from, to, taxRates } = change;
  const credit = negated(unusedShare(cents(from.unitAmount * from.quantity), period, next.start));
  return total(
    [
      line(credit, { start: next.start, end: period.end }, true, taxRates),
      line(cents(to.unitAmount * to.quantity), next, false, taxRates),
    ],
    taxRates,
  );
}

function line(amount: Cents, period: UnixPeriod, proration: boolean, taxRates: readonly TaxRate[]): ProratedLine {
  const { added, included } = lineTaxes(amount, taxRates);
  return { amount, tax: sumCents([added, included]), period, proration };
}

function total(lines: readonly ProratedLine[], taxRates: readonly TaxRate[]): Proration {
  const subtotal = sumCents(lines.map((each) => each.amount));
  const taxes = lines.map(({ amount }) => lineTaxes(amount, taxRates));
  const tax = sumCents(taxes.map(({ added }) => added));
  const includedTax = sumCents(taxes.map(({ included }) => included));
  return { lines, subtotal, tax, includedTax, total: cents(subtotal + tax) };
}

/** One update of the provider's quantity. */
export interface QuantityStep {
  readonly quantity: number;
  /** True if charged with prorations, false if set without a charge. */
  readonly prorate: boolean;
}

/**
 * Returns the updates at the provider for a change of seats, so that a paid seat is never charged again.
 *
 * Up to the paid quantity no money moves. Above it, the provider is first set to the paid quantity and then raised with
 * prorations. This is correct in both billing modes, even if the quantity was changed directly at the provider.
 *
 * @param atProvider the provider's current quantity.
 */
export function quantitySteps(paid: number, atProvider: number, wanted: number): readonly QuantityStep[] {
  if (wanted <= paid) return wanted === atProvider ? [] : [{ quantity: wanted, prorate: false }];
  const raise = { quantity: wanted, prorate: true };
  return atProvider === paid ? [raise] : [{ quantity: paid, prorate: false }, raise];
}

/** The charge of a renewal. */
export interface RenewalDue {
  readonly subtotal: Cents;
  /** Exclusive tax only. */
  readonly tax: Cents;
  /** Inclusive tax: the part of the subtotal that is tax. */
  readonly includedTax: Cents;
  /** The part that existing credit pays. */
  readonly credit: Cents;
  /** Debt from earlier invoices that was too small to charge, and is charged now. */
  readonly owed: Cents;
  /** Zero below the provider's minimum charge. The amount is carried over then. */
  readonly due: Cents;
}

/**
 * Returns the charge of a renewal: price and tax, less the customer's credit.
 *
 * @param balance of the customer at the provider: negative is credit, positive is debt.
 */
export function renewalDue(price: Cents, taxRates: readonly TaxRate[], balance: Cents, currency: string): RenewalDue {
  const { added: tax, included: includedTax } = lineTaxes(price, taxRates);
  const whole = sumCents([price, tax]);
  const { due } = settleInvoice(whole, balance, currency);
  const credit = cents(Math.min(whole, Math.max(0, negated(balance))));
  return { subtotal: price, tax, includedTax, credit, owed: cents(Math.max(0, balance)), due };
}
