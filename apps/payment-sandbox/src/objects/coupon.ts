import type Stripe from "stripe";
import { addIntervals } from "../money/periods.ts";
import { newId, randomText } from "./id.ts";
import type { Stored } from "./wire.ts";

export type Coupon = Stored<Stripe.Coupon> & {
  sandbox: {
    /** Products that the coupon applies to, or null for all. An answer has them only if `expand` names them. */
    products: string[] | null;
  };
};

export type PromotionCode = Stored<Stripe.PromotionCode>;

/** A coupon that a subscription has redeemed. */
export type Discount = Stored<Stripe.Discount>;

export function newCoupon(
  given: Pick<Coupon, "created" | "duration"> & Partial<Coupon>,
  products: string[] | null,
): Coupon {
  return {
    id: randomText(8),
    object: "coupon",
    amount_off: null,
    currency: null,
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: null,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
    sandbox: { products },
    ...given,
  };
}

/** Whether a coupon can be redeemed once more. */
export function isRedeemable(coupon: Coupon, now: number): boolean {
  const { redeem_by: end, max_redemptions: most, times_redeemed: times } = coupon;
  return (end === null || now <= end) && (most === null || times < most);
}

export function newPromotionCode(
  given: Pick<PromotionCode, "code" | "created" | "promotion"> & Partial<PromotionCode>,
): PromotionCode {
  return {
    id: newId("promo"),
    object: "promotion_code",
    active: true,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
    ...given,
  };
}

/** The discount that begins now. One for some months ends so many months later, at the same time of day. */
export function newDiscount(start: number, coupon: Coupon, customer: string, subscription: string | null): Discount {
  const months = coupon.duration === "repeating" ? coupon.duration_in_months : null;
  return {
    id: newId("di"),
    object: "discount",
    checkout_session: null,
    customer,
    customer_account: null,
    end: months === null ? null : addIntervals(start, "month", months),
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: coupon.id, type: "coupon" },
    start,
    subscription,
    subscription_item: null,
  };
}

/** A discount with its coupon: what the arithmetic needs. */
export interface Redeemed {
  discount: Discount;
  coupon: Coupon;
}

/** Whether invoices made at that time have the discount. The one made at its end does not. */
export function isInForce({ discount: { start, end } }: Redeemed, at: number): boolean {
  return start <= at && (end === null || at < end);
}
