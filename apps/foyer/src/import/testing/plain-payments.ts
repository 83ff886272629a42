import type { FirstNews } from "@foyer/purchase/import-subscription";
import type { NewSubscription, PaymentSide } from "../payment-side.ts";

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** A payment side that only records its calls. */
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
      asked.push(`subscription of ${made.license} by ${made.customer_id}, card ${made.card ?? "none"}`);
      return newsOf(made, now);
    },
  };
}

function newsOf(made: NewSubscription, now: Date): FirstNews {
  const end = seconds(made.current_period_end);
  const isDecreased = made.quantity !== made.paid_quantity;
  return {
    object_time: seconds(now),
    sequence: 1,
    subscription: {
      id: made.id ?? `sub_${made.license}`,
      customer_id: made.customer_id,
      registration_id: made.license,
      plan: made.plan,
      quantity: made.paid_quantity,
      next: isDecreased ? { plan: made.plan, quantity: made.quantity, at: end } : null,
      status: made.status,
      cancel_at_period_end: made.cancel_at_period_end,
      current_period_end: end,
      paid_until: end,
    },
  };
}
