import type Stripe from "stripe";
import type { PaymentGateway, ProviderCode, ProviderCoupon, ProviderDiscount } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";

const DURATIONS = ["once", "repeating", "forever"] as const;

function plansOf(metadata: Stripe.Metadata | null): readonly string[] | null {
  const plans = (metadata?.["plans"] ?? "").split(/[\s,]+/).filter((id) => id !== "");
  return plans.length > 0 ? plans : null;
}

/** Returns null for a coupon of a duration that is not known here. */
function readCoupon(coupon: Stripe.Coupon): ProviderCoupon | null {
  const duration = DURATIONS.find((one) => one === coupon.duration);
  if (!duration) return null;
  return {
    id: coupon.id,
    name: coupon.name,
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    currency: coupon.currency,
    duration,
    months: coupon.duration_in_months,
    plans: plansOf(coupon.metadata),
    products: coupon.applies_to?.products ?? null,
    redeemBy: coupon.redeem_by,
    maxRedemptions: coupon.max_redemptions,
    timesRedeemed: coupon.times_redeemed,
  };
}

function readCode(code: Stripe.PromotionCode): ProviderCode | null {
  const { promotion, restrictions, customer } = code;
  const coupon = promotion.coupon && typeof promotion.coupon !== "string" ? readCoupon(promotion.coupon) : null;
  if (!coupon) return null;
  const { minimum_amount: amount, minimum_amount_currency: currency } = restrictions;
  return {
    id: code.id,
    code: code.code,
    isActive: code.active,
    endsAt: code.expires_at,
    maxUses: code.max_redemptions,
    timesUsed: code.times_redeemed,
    isForNewCustomers: restrictions.first_time_transaction,
    minimum: amount === null || currency === null ? null : { amount, currency },
    customerId: customer === null || typeof customer === "string" ? customer : customer.id,
    coupon,
  };
}

/** Returns the discount of a subscription that was read with its discounts. */
export function readDiscount({ discounts }: Pick<Stripe.Subscription, "discounts">): ProviderDiscount | null {
  const [discount] = discounts;
  if (!discount || typeof discount === "string") return null;
  const { coupon } = discount.source;
  const read = coupon && typeof coupon !== "string" ? readCoupon(coupon) : null;
  return read && { id: discount.id, start: discount.start, end: discount.end, coupon: read };
}

/** The field to expand for `readDiscount`. */
export const DISCOUNT = "discounts.source.coupon.applies_to";

const COUPON = "data.promotion.coupon.applies_to";
/** More codes of one text than a vendor makes; all but one of them are inactive. */
const SAME_CODES = 10;

export function stripeCoupons({ stripe, call, read }: StripeCaller) {
  const list = (params: Stripe.PromotionCodeListParams) =>
    read(async () => {
      const { data } = await stripe.promotionCodes.list({ ...params, expand: [COUPON] });
      return data.flatMap((code) => readCode(code) ?? []);
    });
  return {
    couponCodes: (code) => list({ code, limit: SAME_CODES }),
    allCouponCodes: (limit) => list({ limit }),
    putDiscount: (id, coupon, key) =>
      call(async () => {
        await stripe.subscriptions.update(id, { discounts: [{ coupon }] }, { idempotencyKey: key });
      }),
  } satisfies Partial<PaymentGateway>;
}
