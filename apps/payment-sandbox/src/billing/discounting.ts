import { reducedShareAfter, reductionOf } from "../money/discount.ts";
import { shareAfter, type Period } from "../money/proration.ts";
import { isInForce, isRedeemable, newDiscount, type Coupon, type Redeemed } from "../objects/coupon.ts";
import type { LineDiscount } from "../objects/invoice-item.ts";
import type { Plan } from "../objects/plan.ts";
import type { Subscription } from "../objects/subscription.ts";
import type { Unit } from "../store/unit.ts";
import type { Params } from "../wire/params.ts";
import { badRequest, notModeled } from "../wire/refusal.ts";

/** The discount that a subscription has, in force or over, or null. */
export async function redeemedBy(unit: Unit, { discounts }: Pick<Subscription, "discounts">): Promise<Redeemed | null> {
  const [id] = discounts;
  if (id === undefined || typeof id !== "string") return null;
  const discount = await unit.get("discount", id);
  return { discount, coupon: await unit.get("coupon", String(discount.source.coupon)) };
}

function appliesTo(redeemed: Redeemed | null, plan: Pick<Plan, "product">, at: number): Redeemed | null {
  if (!redeemed || !isInForce(redeemed, at)) return null;
  const { products } = redeemed.coupon.sandbox;
  return products === null || products.includes(plan.product) ? redeemed : null;
}

/** What a discount takes off the price of a whole period, or null if it does not apply. */
export function discountOfLine(
  redeemed: Redeemed | null,
  plan: Pick<Plan, "product">,
  amount: number,
  at: number,
): LineDiscount | null {
  const applied = appliesTo(redeemed, plan, at);
  return applied && { id: applied.discount.id, amount: reductionOf(amount, applied.coupon) };
}

/**
 * The price of the time from `at` on, less the discount, and the discount. Prorations are net of discounts, as the
 * provider's setting `proration_discounts: included` makes them.
 */
export function netShare(
  redeemed: Redeemed | null,
  plan: Plan,
  amount: number,
  period: Period,
  at: number,
): { amount: number; discount: LineDiscount | null } {
  const applied = appliesTo(redeemed, plan, at);
  if (!applied) return { amount: shareAfter(amount, period, at), discount: null };
  const net = reducedShareAfter(amount, applied.coupon, period, at);
  return { amount: net, discount: { id: applied.discount.id, amount: 0 } };
}

/** The discounts of a subscription after an invoice with that discount: one for a single invoice is used up. */
export function discountsAfter(redeemed: Redeemed | null, isUsed: boolean, at: number): string[] {
  if (!redeemed) return [];
  const isOver = redeemed.discount.end !== null && redeemed.discount.end <= at;
  return isOver || (isUsed && redeemed.coupon.duration === "once") ? [] : [redeemed.discount.id];
}

function refuseUnredeemable(coupon: Coupon, currency: string, now: number): void {
  if (!isRedeemable(coupon, now)) {
    throw badRequest(`Coupon expired: ${coupon.id}`, { code: "coupon_expired", param: "discounts[0][coupon]" });
  }
  if (coupon.currency !== null && coupon.currency !== currency) {
    throw badRequest(
      `Coupon ${coupon.id} uses the currency ${coupon.currency}, but the subscription uses ${currency}.`,
      { param: "discounts[0][coupon]" },
    );
  }
}

/** A call's `discounts`: undefined leaves them, null clears them, or the coupon to redeem. */
export interface DiscountWanted {
  coupon: Coupon | null;
}

/** Reads `discounts` of a call. The sandbox models one coupon for each subscription. */
export async function discountWanted(
  unit: Unit,
  params: Params,
  currency: string,
  isWritten: boolean,
): Promise<DiscountWanted | undefined> {
  if (!params.has("discounts")) return undefined;
  if (params.isText("discounts")) {
    if (params.string("discounts") !== "") throw badRequest("Invalid array", { param: "discounts" });
    return { coupon: null };
  }
  const [given, ...more] = params.objects("discounts") ?? [];
  if (!given) return undefined;
  if (more.length > 0) throw notModeled("more than one discount", "discounts");
  for (const key of ["promotion_code", "discount"]) {
    if (given.has(key)) throw notModeled(`discounts by ${key}; send discounts[0][coupon]`, `discounts[0][${key}]`);
  }
  const id = given.required("coupon");
  // The lock makes concurrent calls count the last redemption once.
  const coupon = isWritten
    ? await unit.own("coupon", id, "discounts[0][coupon]")
    : await unit.get("coupon", id, "discounts[0][coupon]");
  refuseUnredeemable(coupon, currency, unit.now);
  return { coupon };
}

/** The discount that a call asks for, not stored yet. */
export function discountFor(
  unit: Unit,
  wanted: DiscountWanted | undefined,
  before: Redeemed | null,
  owner: { customer: string; subscription: string | null },
): Redeemed | null {
  if (wanted === undefined) return before;
  const { coupon } = wanted;
  return coupon && { discount: newDiscount(unit.now, coupon, owner.customer, owner.subscription), coupon };
}

/** Stores a new discount, and counts the redemption of its coupon. */
export async function redeem(unit: Unit, { discount, coupon }: Redeemed): Promise<void> {
  coupon.times_redeemed += 1;
  await unit.save(coupon, { valid: isRedeemable(coupon, unit.now) });
  await unit.insert(discount);
  await unit.emit("customer.discount.created", discount);
}
