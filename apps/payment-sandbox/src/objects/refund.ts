import type Stripe from "stripe";
import type { Charge } from "./charge.ts";
import { newId } from "./id.ts";
import type { Stored } from "./wire.ts";

export type Refund = Stored<Stripe.Refund, "charge">;

export function newRefund(created: number, charge: Charge, amount: number, given: Partial<Refund> = {}): Refund {
  return {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { type: "card", card: { type: "refund" } },
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
    ...given,
  };
}
