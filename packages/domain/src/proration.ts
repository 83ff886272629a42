import { settleInvoice } from "./minimum-charge.ts";
import { cents, divideRounded, negated, sumCents, type Cents } from "./money.ts";

/** A span in whole unix seconds, as invoices count it. */
export interface UnixPeriod {
  readonly start: number;
  readonly end: number;
}

/** So many seats at so much each, for one whole period. */
export interface Charge {
  readonly unitAmount: Cents;
  readonly quantity: number;
}

export interface TaxRate {
  /** Up to four decimals: 8.5 */
  readonly percentage: number;
  /** True when the amount holds the tax already. */
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

/** What a change costs at once. Lines stand in the invoice's order: credit, then debit. */
export interface Proration {
  readonly lines: readonly ProratedLine[];
  readonly subtotal: Cents;
  /** Exclusive tax only; inclusive tax changes no total. */
  readonly tax: Cents;
  /** Below zero: nothing is due and the rest is credit for later invoices. */
  readonly total: Cents;
}

/** A debit that was really charged, still covering the time that a change gives back. */
export interface PaidDebit {
  readonly amount: Cents;
  readonly period: UnixPeriod;
}

/**
 * The part of a period's price that pays for the time from `at` on.
 *
 * Counted to the second and rounded half away from zero, once on the whole amount: never for each seat, never for each day.
 *
 * @param amount for the whole period.
 * @param at unix seconds; before the period counts as its start, after it as its end.
 * @see https://docs.stripe.com/billing/subscriptions/prorations
 */
export function unusedShare(amount: Cents, period: UnixPeriod, at: number): Cents {
  const left = BigInt(period.end - Math.min(Math.max(at, period.start), period.end));
  return cents(Number(divideRounded(BigInt(amount) * left, BigInt(period.end - period.start))));
}

/** The tax of one line, rounded half away from zero by itself; taxes are summed after rounding, never before. */
export function lineTax(amount: Cents, rate: TaxRate): Cents {
  const percentage = BigInt(Math.round(rate.percentage * 10_000));
  const whole = 100n * 10_000n;
  const divisor = rate.inclusive ? whole + percentage : whole;
  return cents(Number(divideRounded(BigInt(amount) * percentage, divisor)));
}

/**
 * The cost of a change within the running period: the unused time of the old charge back, the remaining time of the new one.
 *
 * @param paid the debits really charged for the time left, which are credited in place of `from` where the provider keeps
 *   account of them (its flexible billing mode); without them `from` is taken as paid (classic mode).
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
 * The cost of a switch that begins a new period at once, monthly to yearly: the unused time back, the new period whole.
 *
 * @param next the new period, which begins at the moment of the change.
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
  return { amount, tax: sumCents(taxRates.map((rate) => lineTax(amount, rate))), period, proration };
}

function total(lines: readonly ProratedLine[], taxRates: readonly TaxRate[]): Proration {
  const subtotal = sumCents(lines.map((each) => each.amount));
  const exclusive = taxRates.filter((rate) => !rate.inclusive);
  const tax = sumCents(lines.flatMap((each) => exclusive.map((rate) => lineTax(each.amount, rate))));
  return { lines, subtotal, tax, total: cents(subtotal + tax) };
}

/** One update of the provider's quantity. */
export interface QuantityStep {
  readonly quantity: number;
  /** True: charged with prorations; false: set without money moving. */
  readonly prorate: boolean;
}

/**
 * The provider updates that carry out a change of seats so that a seat that is paid is never charged again.
 *
 * Up to the paid quantity no money moves. Above it the provider is first set back to what is paid, then raised with
 * prorations: right in both of its billing modes, also where its quantity was changed behind our back.
 *
 * @param atProvider the quantity that the provider has now.
 */
export function quantitySteps(paid: number, atProvider: number, wanted: number): readonly QuantityStep[] {
  if (wanted <= paid) return wanted === atProvider ? [] : [{ quantity: wanted, prorate: false }];
  const raise = { quantity: wanted, prorate: true };
  return atProvider === paid ? [raise] : [{ quantity: paid, prorate: false }, raise];
}

/** What a renewal will take from the card. */
export interface RenewalDue {
  readonly subtotal: Cents;
  /** Exclusive tax only. */
  readonly tax: Cents;
  /** What earlier credit pays of it. */
  readonly credit: Cents;
  /** What is owed from earlier invoices, too small to be charged then, and is charged with it. */
  readonly owed: Cents;
  /** Zero below the provider's smallest charge, which is carried over. */
  readonly due: Cents;
}

/**
 * The charge of a renewal: the period's price, its tax, less the credit that the customer has.
 *
 * @param balance the customer's at the provider: negative is credit, positive is owed and added.
 */
export function renewalDue(price: Cents, taxRates: readonly TaxRate[], balance: Cents, currency: string): RenewalDue {
  const tax = sumCents(taxRates.filter(({ inclusive }) => !inclusive).map((rate) => lineTax(price, rate)));
  const whole = sumCents([price, tax]);
  const { due } = settleInvoice(whole, balance, currency);
  const credit = cents(Math.min(whole, Math.max(0, negated(balance))));
  return { subtotal: price, tax, credit, owed: cents(Math.max(0, balance)), due };
}
