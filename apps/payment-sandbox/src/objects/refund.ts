import type { Charge } from "./charge.ts";
import { newId } from "./id.ts";

export interface Refund {
  id: string;
  object: "refund";
  amount: number;
  balance_transaction: null;
  charge: string;
  created: number;
  currency: string;
  customer: string;
  customer_account: null;
  destination_details: { type: "card"; card: { type: "refund" } };
  metadata: Record<string, string>;
  payment_intent: string;
  payment_method: string;
  reason: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  receipt_number: null;
  source_transfer_reversal: null;
  status: "succeeded";
  transfer_reversal: null;
}

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
