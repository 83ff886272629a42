import { cents, divideRounded, type Cents } from "./money.ts";

/** What a coupon takes off a price. One of the two is set. */
export interface Reduction {
  /** Above 0, at most 100, with up to four decimals. */
  readonly percentOff: number | null;
  /** Cents. */
  readonly amountOff: number | null;
}

/** A discount of a subscription. */
export interface Discount extends Reduction {
  /** Unix seconds. An invoice made at that time or later has no discount. Null without an end. */
  readonly endsAt: number | null;
}

const SCALE = 10_000;
const WHOLE = 100n * BigInt(SCALE);

/** Returns what is taken off a price: rounded once, half away from zero, and never more than the price. */
export function reductionOf(price: Cents, { percentOff, amountOff }: Reduction): Cents {
  if (price <= 0) return cents(0);
  if (percentOff === null) return cents(Math.min(amountOff ?? 0, price));
  const percent = BigInt(Math.round(percentOff * SCALE));
  return cents(Number(divideRounded(BigInt(price) * percent, WHOLE)));
}

/** True if an invoice made at that time has the discount. */
export function isDiscounted({ endsAt }: Pick<Discount, "endsAt">, at: number): boolean {
  return endsAt === null || at < endsAt;
}

/** Returns a price as an invoice charges it that is made at that time: less the discount, before tax. */
export function discountedPrice(price: Cents, discount: Discount | null | undefined, at: number): Cents {
  if (!discount || !isDiscounted(discount, at)) return price;
  return cents(price - reductionOf(price, discount));
}

const CODE = /^[A-Z0-9-]{3,40}$/;

/** Returns a coupon code in the form in which codes are compared, or null if no code looks like that. */
export function couponCode(typed: string): string | null {
  const code = typed.trim().toUpperCase();
  return CODE.test(code) ? code : null;
}
