import type { Checkout } from "@foyer/contract/checkout";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { addIntervals } from "@foyer/domain/periods";
import type { QuotedCoupon } from "../db/schema.ts";
import type { ProviderCoupon, ProviderDiscount } from "../stripe/payment-gateway.ts";
import { discountWire } from "../subscriptions/discount.ts";

/** Returns the discount that a coupon gives if it is redeemed now. It has no id yet. */
export function discountOfCoupon(coupon: ProviderCoupon, now: Date): ProviderDiscount {
  const { months } = coupon;
  const end = months === null ? null : unixSecondsOf(addIntervals(now, "month", months));
  return { id: "", start: unixSecondsOf(now), end, coupon };
}

export function couponWire(
  { code, coupon, amount }: QuotedCoupon,
  quotedAt: Date,
): { readonly coupon: NonNullable<Checkout["coupon"]>; readonly line: Checkout["lines"][number] } {
  const discount = discountOfCoupon(coupon, quotedAt);
  return {
    coupon: { ...discountWire(discount), code },
    line: { description: `Discount: ${coupon.name ?? code}`, amount: 0 - amount },
  };
}
