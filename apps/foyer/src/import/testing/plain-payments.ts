import type { FirstNews, NewSubscription, PaymentSide } from "../payment-side.ts";

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A payment side that only writes down what it is asked. */
export function plainPayments(now: Date): PaymentSide & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    payerOf: () => null,
    async makeCustomer({ username, customerId }) {
      asked.push(`customer of ${username}`);
      return customerId ?? `cus_${username}`;
    },
    async saveCard(customerId, number, isDefault) {
      asked.push(`card ${number} of ${customerId}${isDefault ? ", the default" : ""}`);
    },
    async makeSubscription(made) {
      asked.push(`subscription of ${made.licenseId} by ${made.customerId}, card ${made.card ?? "none"}`);
      return newsOf(made, now);
    },
  };
}

function newsOf(made: NewSubscription, now: Date): FirstNews {
  const end = seconds(made.periodEnd);
  const isDecreased = made.renewingQuantity !== made.paidQuantity;
  return {
    object_time: seconds(now),
    sequence: 1,
    subscription: {
      id: made.id ?? `sub_${made.licenseId}`,
      customer_id: made.customerId,
      registration_id: made.licenseId,
      plan: made.plan,
      quantity: made.paidQuantity,
      next: isDecreased ? { plan: made.plan, quantity: made.renewingQuantity, at: end } : null,
      status: made.status,
      cancel_at_period_end: made.cancelAtPeriodEnd,
      current_period_end: end,
      paid_until: end,
    },
  };
}
