import type Stripe from "stripe";
import { lineTaxes } from "../money/tax.ts";
import { newId } from "./id.ts";
import type { Customer } from "./customer.ts";
import type { DraftLine } from "./invoice-item.ts";
import type { TaxRate } from "./tax-rate.ts";
import type { Stored } from "./wire.ts";

export type TaxShare = Stored<Stripe.InvoiceLineItem.Tax, "tax_rate_details" | "taxable_amount">;

export type InvoiceLine = Stored<Stripe.InvoiceLineItem, "quantity", { taxes: TaxShare[] }>;

const REASONS = { none: "not_available", exempt: "customer_exempt", reverse: "reverse_charge" } as const;

/** The taxes of a line. A customer who pays no tax keeps the rates, with amounts of zero. */
function taxShares(amount: number, rates: readonly TaxRate[], exempt: Customer["tax_exempt"]): TaxShare[] {
  return lineTaxes(amount, rates).map((tax) => ({
    amount: exempt === "none" ? tax.amount : 0,
    tax_behavior: tax.rate.inclusive ? "inclusive" : "exclusive",
    tax_rate_details: { tax_rate: tax.rate.id },
    taxability_reason: REASONS[exempt],
    taxable_amount: exempt === "none" ? tax.taxable : 0,
    type: "tax_rate_details",
  }));
}

/** Where a line comes from: a subscription's item, a pending invoice item, or both. */
export interface LineOrigin {
  subscription: { id: string; item: string } | null;
  invoiceItem: string | null;
}

function parentOf(draft: DraftLine, origin: LineOrigin): InvoiceLine["parent"] {
  const details = draft.proration ? { credited_items: draft.creditedItems } : null;
  if (origin.subscription) {
    return {
      type: "subscription_item_details",
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: origin.invoiceItem,
        proration: draft.proration,
        proration_details: details,
        subscription: origin.subscription.id,
        subscription_item: origin.subscription.item,
      },
    };
  }
  return {
    type: "invoice_item_details",
    invoice_item_details: {
      invoice_item: origin.invoiceItem ?? "",
      proration: draft.proration,
      proration_details: details,
      subscription: null,
    },
    subscription_item_details: null,
  };
}

/** The fields of an invoice that its lines depend on. */
interface BilledOn {
  readonly id: string;
  readonly currency: string;
  readonly default_tax_rates: readonly TaxRate[];
  readonly customer_tax_exempt: Customer["tax_exempt"];
}

/** A line of an invoice, taxed by its own rates, or by the invoice's if it has none. */
export function newInvoiceLine(invoice: BilledOn, draft: DraftLine, origin: LineOrigin): InvoiceLine {
  const rates = draft.taxRates.length > 0 ? draft.taxRates : invoice.default_tax_rates;
  return {
    id: newId("il"),
    object: "line_item",
    amount: draft.amount,
    currency: invoice.currency,
    description: draft.description,
    discount_amounts: draft.discount ? [{ amount: draft.discount.amount, discount: draft.discount.id }] : [],
    discountable: draft.discountable,
    discounts: draft.discount ? [draft.discount.id] : [],
    invoice: invoice.id,
    livemode: false,
    metadata: {},
    parent: parentOf(draft, origin),
    period: draft.period,
    pretax_credit_amounts: [],
    pricing: draft.plan
      ? {
          price_details: { price: draft.plan.id, product: draft.plan.product },
          type: "price_details",
          unit_amount_decimal: String(draft.plan.amount),
        }
      : null,
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    subscription: origin.subscription?.id ?? null,
    subtotal: draft.amount,
    taxes: taxShares(draft.amount - (draft.discount?.amount ?? 0), rates, invoice.customer_tax_exempt),
  };
}
