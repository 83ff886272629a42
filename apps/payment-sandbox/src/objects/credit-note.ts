import type { Invoice } from "./invoice.ts";

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

type Given =
  | "id"
  | "customer_balance_transaction"
  | "memo"
  | "metadata"
  | "number"
  | "out_of_band_amount"
  | "reason"
  | "refunds";

/** A credit note over `amount` of an invoice: before payment it lowers what is due, after it gives something back. */
export function newCreditNote(
  created: number,
  invoice: Invoice,
  amount: number,
  given: Pick<CreditNote, Given>,
): CreditNote {
  const isOpen = invoice.status === "open";
  return {
    object: "credit_note",
    amount,
    amount_shipping: 0,
    created,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: created,
    invoice: invoice.id,
    lines: { object: "list", data: [], has_more: false, url: `/v1/credit_notes/${given.id}/lines` },
    livemode: false,
    pdf: invoice.invoice_pdf ?? "",
    post_payment_amount: isOpen ? 0 : amount,
    pre_payment_amount: isOpen ? amount : 0,
    pretax_credit_amounts: [],
    shipping_cost: null,
    status: "issued",
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
    total_taxes: [],
    type: isOpen ? "pre_payment" : "post_payment",
    voided_at: null,
    ...given,
  };
}
