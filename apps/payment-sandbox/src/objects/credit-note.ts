import type Stripe from "stripe";
import type { Invoice } from "./invoice.ts";
import type { Stored } from "./wire.ts";

export type CreditNote = Stored<Stripe.CreditNote>;

type Given =
  | "id"
  | "customer_balance_transaction"
  | "memo"
  | "metadata"
  | "number"
  | "out_of_band_amount"
  | "pdf"
  | "reason"
  | "refunds";

/** A credit note over `amount` of an invoice. It lowers the amount due of an open invoice, and returns money of a paid one. */
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
