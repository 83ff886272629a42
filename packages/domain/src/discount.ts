import { cents, divideRounded, type Cents } from "./money.ts";

/** Reduction of a price by a coupon. One of the two fields is set. */
export interface Reduction {
  /** Above 0, at most 100, with up to four decimals. */
  readonly percentOff: number | null;
  /** Cents. */
  readonly amountOff: number | null;
}

/** A discount of a subscription. */
export interface Discount extends Reduction {
  /** Unix seconds. An invoice created then or later has no discount. Null without an end. */
  readonly endsAt: number | null;
}

const SCALE = 10_000;
const WHOLE = 100n * BigInt(SCALE);

/** Returns the reduction of a price: rounded once, half away from zero, and at most the price. */
export function reductionOf(price: Cents, { percentOff, amountOff }: Reduction): Cents {
  if (price <= 0) return cents(0);
  if (percentOff === null) return cents(Math.min(amountOff ?? 0, price));
  const percent = BigInt(Math.round(percentOff * SCALE));
  return cents(Number(divideRounded(BigInt(price) * percent, WHOLE)));
}

/** True if an invoice created at `at` has the discount. */
export function isDiscounted({ endsAt }: Pick<Discount, "endsAt">, at: number): boolean {
  return endsAt === null || at < endsAt;
}

/** Returns the price on an invoice created at `at` (Unix seconds): less the discount, before tax. */
export function discountedPrice(price: Cents, discount: Discount | null | undefined, at: number): Cents {
  if (!discount || !isDiscounted(discount, at)) return price;
  return cents(price - reductionOf(price, discount));
}

const CODE = /^[A-Z0-9-]{3,40}$/;

/** Returns a coupon code in the form in which codes are compared, or null if the text cannot be a code. */
export function couponCode(typed: string): string | null {
  const code = typed.trim().toUpperCase();
  return CODE.test(code) ? code : null;
}
