import type Stripe from "stripe";
import { roundedQuotient } from "../money/rounding.ts";
import type { Invoice } from "./invoice.ts";
import type { TaxShare } from "./invoice-line.ts";
import type { Stored } from "./wire.ts";

export type CreditNote = Stored<Stripe.CreditNote, never, { total_taxes: TaxShare[] }>;

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

/** The part of an invoice's taxes that `amount` of its total contains, after what earlier credit notes took of them. */
function taxesOf(invoice: Invoice, amount: number, before: readonly CreditNote[]): TaxShare[] {
  const credited = before.reduce((sum, note) => sum + note.amount, amount);
  const share = (whole: number) => roundedQuotient(BigInt(whole) * BigInt(credited), BigInt(invoice.total));
  return invoice.total_taxes.map((tax) => {
    const { tax_rate: rate } = tax.tax_rate_details;
    const earlier = before.flatMap((note) => note.total_taxes).filter((one) => one.tax_rate_details.tax_rate === rate);
    return {
      ...tax,
      amount: share(tax.amount) - earlier.reduce((sum, one) => sum + one.amount, 0),
      taxable_amount: share(tax.taxable_amount) - earlier.reduce((sum, one) => sum + one.taxable_amount, 0),
    };
  });
}

/** A credit note over `amount` of an invoice. It lowers the amount due of an open invoice, and returns money of a paid one. */
export function newCreditNote(
  created: number,
  invoice: Invoice,
  amount: number,
  before: readonly CreditNote[],
  given: Pick<CreditNote, Given>,
): CreditNote {
  const isOpen = invoice.status === "open";
  const taxes = taxesOf(invoice, amount, before);
  const net = amount - taxes.reduce((sum, tax) => sum + tax.amount, 0);
  const added = taxes.filter((tax) => tax.tax_behavior === "exclusive").reduce((sum, tax) => sum + tax.amount, 0);
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
    subtotal: amount - added,
    subtotal_excluding_tax: net,
    total: amount,
    total_excluding_tax: net,
    total_taxes: taxes,
    type: isOpen ? "pre_payment" : "post_payment",
    voided_at: null,
    ...given,
  };
}
