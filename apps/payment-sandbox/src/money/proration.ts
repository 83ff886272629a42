import { roundedQuotient } from "./rounding.ts";

/** Unix seconds: from `start` up to, not including, `end`. */
export interface Period {
  start: number;
  end: number;
}

/** The share of `amountCents` that pays for the time from `at` to the end of `period`, rounded once. */
export function shareAfter(amountCents: number, period: Period, at: number): number {
  const whole = period.end - period.start;
  if (whole <= 0) return 0;
  const left = Math.min(Math.max(period.end - at, 0), whole);
  return roundedQuotient(BigInt(amountCents) * BigInt(left), BigInt(whole));
}

/** `0` where JavaScript would keep a negative zero, which JSON and comparisons trip over. */
export function negated(amountCents: number): number {
  return amountCents === 0 ? 0 : -amountCents;
}
