/** Coupons of the payment provider as this service uses them. Times are Unix seconds, amounts are cents. */

export interface ProviderCoupon {
  readonly id: string;
  /** Printed on invoices. */
  readonly name: string | null;
  /** One of `percentOff` and `amountOff` is set. */
  readonly percentOff: number | null;
  readonly amountOff: number | null;
  /** Currency of `amountOff`. */
  readonly currency: string | null;
  readonly duration: "once" | "repeating" | "forever";
  /** Set if `repeating`. */
  readonly months: number | null;
  /** Metadata `plans`: ids of the plans that it is for. Null for all. */
  readonly plans: readonly string[] | null;
  /** The provider's products that it is for. Null for all, or if it was read without them. */
  readonly products: readonly string[] | null;
  /** Last time at which it can be redeemed. */
  readonly redeemBy: number | null;
  readonly maxRedemptions: number | null;
  readonly timesRedeemed: number;
}

/** What a person types: a promotion code, and the coupon that it gives. */
export interface ProviderCode {
  readonly id: string;
  readonly code: string;
  readonly isActive: boolean;
  readonly endsAt: number | null;
  readonly maxUses: number | null;
  /** Uses that the provider counted. Uses on our pages send the coupon, so they are not among them. */
  readonly timesUsed: number;
  readonly isForNewCustomers: boolean;
  readonly minimum: { readonly amount: number; readonly currency: string } | null;
  /** The only customer that it is for. */
  readonly customerId: string | null;
  readonly coupon: ProviderCoupon;
}

/** A coupon that a subscription has. */
export interface ProviderDiscount {
  readonly id: string;
  readonly start: number;
  /** Null without an end. */
  readonly end: number | null;
  readonly coupon: ProviderCoupon;
}

/** Calls about coupons, a part of `PaymentGateway`. */
export interface CouponGateway {
  /** Returns the codes with that text, in any case, the newest first. */
  couponCodes(code: string): Promise<readonly ProviderCode[]>;
  /** Returns the newest codes. */
  allCouponCodes(limit: number): Promise<readonly ProviderCode[]>;
  /** Puts a coupon on a subscription, in place of its discount. */
  putDiscount(subscriptionId: string, couponId: string, key: string): Promise<void>;
}
