import type { Period } from "./proration.ts";
import { roundedQuotient } from "./rounding.ts";

/** As much of a coupon as the arithmetic needs. One of the two is set. */
export interface Reduction {
  percent_off: number | null;
  amount_off: number | null;
}

/** A percentage with four decimals, as a whole number. */
const SCALE = 10_000;
const WHOLE = BigInt(100 * SCALE);

const scaled = (percent: number): bigint => BigInt(Math.round(percent * SCALE));

/** What a reduction takes off an amount, rounded once. Never more than the amount. */
export function reductionOf(amountCents: number, { percent_off: percent, amount_off: off }: Reduction): number {
  if (amountCents <= 0) return 0;
  if (percent !== null) return roundedQuotient(BigInt(amountCents) * scaled(percent), WHOLE);
  return Math.min(off ?? 0, amountCents);
}

/** The share of a reduced amount that pays for the time from `at` to the end of `period`, rounded once. */
export function reducedShareAfter(amountCents: number, reduction: Reduction, period: Period, at: number): number {
  const whole = BigInt(period.end - period.start);
  if (whole <= 0n) return 0;
  const left = BigInt(Math.min(Math.max(period.end - at, 0), Number(whole)));
  const { percent_off: percent } = reduction;
  if (percent !== null) return roundedQuotient(BigInt(amountCents) * left * (WHOLE - scaled(percent)), whole * WHOLE);
  return roundedQuotient(BigInt(amountCents - reductionOf(amountCents, reduction)) * left, whole);
}
