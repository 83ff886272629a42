import { settleInvoice } from "./minimum-charge.ts";
import { cents, divideRounded, negated, sumCents, type Cents } from "./money.ts";

/** A time span in whole Unix seconds, as on invoices. */
export interface UnixPeriod {
  readonly start: number;
  readonly end: number;
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
 */
export function prorateChange(change: {
  readonly period: UnixPeriod;
  /** Unix seconds of the change. */
  readonly at: number;
  /** Prices of the whole period. */
  readonly from: Cents;
  readonly to: Cents;
  readonly taxRates: readonly TaxRate[];
}): Proration {
  const { period, at, from, to, taxRates } = change;
  const left = { start: at, end: period.end };
  const credit = line(negated(unusedShare(from, period, at)), left, true, taxRates);
  const debit = line(unusedShare(to, period, at), left, true, taxRates);
  return total([credit, debit], taxRates);
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
  /** Prices of the whole period and of the whole new one. */
  readonly from: Cents;
  readonly to: Cents;
  readonly taxRates: readonly TaxRate[];
}): Proration {
  const { period, next, from, to, taxRates } = change;
  const left = { start: next.start, end: period.end };
  const credit = line(negated(unusedShare(from, period, next.start)), left, true, taxRates);
  return total([credit, line(to, next, false, taxRates)], taxRates);
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
