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

export interface CreditNote {
  id: string;
  object: "credit_note";
  amount: number;
  amount_shipping: number;
  created: number;
  currency: string;
  customer: string;
  customer_account: null;
  customer_balance_transaction: string | null;
  discount_amount: number;
  discount_amounts: [];
  effective_at: number;
  invoice: string;
  lines: { object: "list"; data: []; has_more: false; url: string };
  livemode: false;
  memo: string | null;
  metadata: Record<string, string>;
  number: string;
  out_of_band_amount: number | null;
  pdf: string;
  post_payment_amount: number;
  pre_payment_amount: number;
  pretax_credit_amounts: [];
  reason: "duplicate" | "fraudulent" | "order_change" | "product_unsatisfactory" | null;
  refunds: { amount_refunded: number; payment_record_refund: null; refund: string; type: "refund" }[];
  shipping_cost: null;
  status: "issued" | "void";
  subtotal: number;
  subtotal_excluding_tax: number;
  total: number;
  total_excluding_tax: number;
  total_taxes: [];
  type: "pre_payment" | "post_payment" | "mixed";
  voided_at: null;
}
