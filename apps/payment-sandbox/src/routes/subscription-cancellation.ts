import type { Subscription } from "../objects/subscription.ts";

/** The fields of a subscription that ends with its period, or that continues. */
export function cancellation(subscription: Subscription, ends: boolean, now: number): Partial<Subscription> {
  if (!ends) {
    return {
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      cancellation_details: { ...subscription.cancellation_details, reason: null },
    };
  }
  return {
    cancel_at_period_end: true,
    cancel_at: subscription.items.data[0].current_period_end,
    canceled_at: subscription.cancel_at_period_end ? subscription.canceled_at : now,
    cancellation_details: { ...subscription.cancellation_details, reason: "cancellation_requested" },
  };
}
