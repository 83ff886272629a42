import type { SubscriptionDiscount } from "@foyer/contract/subscription-wire";
import { cents } from "@foyer/domain/money";
import { type Discount, discountedPrice } from "@foyer/domain/discount";
import type { PlansTable } from "../db/schema.ts";
import type { ProviderCoupon, ProviderDiscount } from "../stripe/payment-gateway.ts";

type PlanRow = Pick<PlansTable, "id" | "product" | "amount_cents">;

/** True if the provider discounts a plan: the coupon is for its product. */
function appliesTo({ products }: ProviderCoupon, { product }: PlanRow): boolean {
  return products?.includes(product) ?? true;
}

/** True if a coupon is for that plan: by the plans that its metadata names, which only this service reads, and by its products. */
export function isForPlan(coupon: ProviderCoupon, plan: PlanRow): boolean {
  return (coupon.plans?.includes(plan.id) ?? true) && appliesTo(coupon, plan);
}

/**
 * True if a change to that plan ends the discount: a switch to a plan that the coupon is not for. Without a switch the
 * discount stays, also one that the vendor has given outside of the coupon's plans.
 *
 * @param from id of the plan before.
 */
export function endsDiscount(discount: ProviderDiscount | null, from: string, to: PlanRow): boolean {
  return discount !== null && from !== to.id && !isForPlan(discount.coupon, to);
}

/** Returns a discount as the arithmetic needs it. */
export function asDiscount({ end, coupon }: Pick<ProviderDiscount, "end" | "coupon">): Discount {
  return { percentOff: coupon.percentOff, amountOff: coupon.amountOff, endsAt: end };
}

/** Returns the price of seats as an invoice of that time charges it, before tax. */
export function priceWith(discount: ProviderDiscount | null, plan: PlanRow, quantity: number, at: number) {
  const applied = discount && appliesTo(discount.coupon, plan) ? asDiscount(discount) : null;
  return discountedPrice(cents(plan.amount_cents * quantity), applied, at);
}

export function discountWire(discount: Pick<ProviderDiscount, "end" | "coupon">): SubscriptionDiscount {
  const { name, percentOff, amountOff, currency, duration } = discount.coupon;
  return {
    name,
    percent_off: percentOff,
    amount_off: amountOff,
    currency,
    ends_at: discount.end,
    is_once: duration === "once",
  };
}
