import type { SubscriptionDiscount } from "@foyer/contract/subscription-wire";
import { cents } from "@foyer/domain/money";
import { type Discount, discountedPrice } from "@foyer/domain/discount";
import type { PlansTable } from "../db/schema.ts";
import type { ProviderCoupon, ProviderDiscount } from "../stripe/payment-gateway.ts";

type PlanRow = Pick<PlansTable, "id" | "product" | "amount_cents">;

/** True if a coupon is for that plan: by the plans that its metadata names, and by its products. */
export function isForPlan({ plans, products }: ProviderCoupon, { id, product }: PlanRow): boolean {
  return (plans?.includes(id) ?? true) && (products?.includes(product) ?? true);
}

/** Returns the discount that a subscription has after a change to that plan: the same one, or null if it ends. */
export function discountOnPlan(discount: ProviderDiscount | null, to: PlanRow): ProviderDiscount | null {
  return discount && isForPlan(discount.coupon, to) ? discount : null;
}

/** True if a change to that plan ends the discount. */
export function endsDiscount({ discount }: { readonly discount: ProviderDiscount | null }, to: PlanRow): boolean {
  return discount !== null && discountOnPlan(discount, to) === null;
}

/** Returns a discount as the arithmetic needs it. */
export function asDiscount({ end, coupon }: Pick<ProviderDiscount, "end" | "coupon">): Discount {
  return { percentOff: coupon.percentOff, amountOff: coupon.amountOff, endsAt: end };
}

/** Returns the price of seats as an invoice of that time charges it, before tax. */
export function priceWith(discount: ProviderDiscount | null, plan: PlanRow, quantity: number, at: number) {
  return discountedPrice(cents(plan.amount_cents * quantity), discount && asDiscount(discount), at);
}

/** Returns a discount in its wire form. */
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
