import { notModeled } from "../wire/refusal.ts";
import { roundedQuotient } from "./rounding.ts";

/** As much of a tax rate as the arithmetic needs. */
export interface Rate {
  id: string;
  percentage: number;
  inclusive: boolean;
}

export interface TaxAmount {
  rate: Rate;
  amount: number;
  taxable: number;
}

/** A percentage with four decimals, as a whole number. */
const SCALE = 10_000;

/** The tax of one line by each of its rates: rounded here, line by line, never on a sum. */
export function lineTaxes(amountCents: number, rates: readonly Rate[]): TaxAmount[] {
  if (rates.some((rate) => rate.inclusive) && rates.some((rate) => !rate.inclusive)) {
    throw notModeled("inclusive and exclusive tax rates on one line", "default_tax_rates");
  }
  const scaled = rates.map((rate) => BigInt(Math.round(rate.percentage * SCALE)));
  const inclusiveSum = rates[0]?.inclusive ? scaled.reduce((sum, one) => sum + one, 0n) : 0n;
  const whole = BigInt(100 * SCALE) + inclusiveSum;
  const amounts = scaled.map((one) => roundedQuotient(BigInt(amountCents) * one, whole));
  const taxable = rates[0]?.inclusive ? amountCents - amounts.reduce((sum, one) => sum + one, 0) : amountCents;
  return rates.map((rate, index) => ({ rate, amount: amounts[index] ?? 0, taxable }));
}
