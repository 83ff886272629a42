import type Stripe from "stripe";
import { negated, type Period } from "../money/proration.ts";
import { newId } from "./id.ts";
import type { TaxRate } from "./tax-rate.ts";
import type { Stored } from "./wire.ts";

/** The discount of a line, and the amount that it takes off. */
export interface LineDiscount {
  id: string;
  amount: number;
}

/** A line before it belongs to an invoice. */
export interface DraftLine {
  amount: number;
  description: string;
  quantity: number;
  plan: { id: string; product: string; amount: number } | null;
  period: Period;
  proration: boolean;
  creditedItems: { invoice: string; invoice_line_items: string[] } | null;
  taxRates: TaxRate[];
  discountable: boolean;
  /** A proration is net of its discount, which then takes nothing off. */
  discount: LineDiscount | null;
}

export type InvoiceItem = Stored<Stripe.InvoiceItem> & {
  sandbox: {
    draft: DraftLine;
    /** The id of the change that made the item. An invoice lists the items of one change together and in order. */
    change: string;
  };
};

export function newInvoiceItem(
  at: number,
  currency: string,
  customer: string,
  draft: DraftLine,
  change: string,
  subscription: { id: string; item: string } | null,
): InvoiceItem {
  return {
    id: newId("ii"),
    object: "invoiceitem",
    amount: draft.amount,
    currency,
    customer,
    customer_account: null,
    date: at,
    description: draft.description,
    discountable: draft.discountable,
    discounts: draft.discount ? [draft.discount.id] : [],
    invoice: null,
    livemode: false,
    metadata: {},
    net_amount: draft.amount,
    parent: subscription
      ? {
          type: "subscription_details",
          subscription_details: { subscription: subscription.id, subscription_item: subscription.item },
        }
      : null,
    period: draft.period,
    pricing: draft.plan
      ? {
          price_details: { price: draft.plan.id, product: draft.plan.product },
          type: "price_details",
          unit_amount_decimal: String(draft.amount < 0 ? negated(draft.plan.amount) : draft.plan.amount),
        }
      : null,
    proration: draft.proration,
    proration_details: { credited_items: null, discount_amounts: [] },
    quantity: draft.quantity,
    quantity_decimal: String(draft.quantity),
    tax_rates: draft.taxRates,
    test_clock: null,
    sandbox: { draft, change },
  };
}

/** Pending items in the order of an invoice: the newest change first, and within a change the credit before the debit. */
export function inInvoiceOrder(newestFirst: readonly InvoiceItem[]): InvoiceItem[] {
  const changes = new Map<string, InvoiceItem[]>();
  for (const item of newestFirst) {
    changes.set(item.sandbox.change, [item, ...(changes.get(item.sandbox.change) ?? [])]);
  }
  return [...changes.values()].flat();
}
