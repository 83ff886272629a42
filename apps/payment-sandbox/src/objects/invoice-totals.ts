import type { InvoiceLine, TaxShare } from "./invoice-line.ts";

function summedTaxes(lines: readonly InvoiceLine[]): TaxShare[] {
  const byRate = new Map<string, TaxShare>();
  for (const tax of lines.flatMap((line) => line.taxes)) {
    const before = byRate.get(tax.tax_rate_details.tax_rate);
    byRate.set(tax.tax_rate_details.tax_rate, {
      ...tax,
      amount: tax.amount + (before?.amount ?? 0),
      taxable_amount: tax.taxable_amount + (before?.taxable_amount ?? 0),
    });
  }
  return [...byRate.values()];
}

type DiscountAmount = NonNullable<InvoiceLine["discount_amounts"]>[number];

function summedDiscounts(lines: readonly InvoiceLine[]): DiscountAmount[] {
  const byDiscount = new Map<string, DiscountAmount>();
  for (const one of lines.flatMap((line) => line.discount_amounts ?? [])) {
    const id = String(one.discount);
    byDiscount.set(id, { ...one, amount: one.amount + (byDiscount.get(id)?.amount ?? 0) });
  }
  return [...byDiscount.values()];
}

/** The totals of an invoice, from its lines and the customer's balance. */
export function totals(lines: readonly InvoiceLine[], startingBalance: number) {
  const taxes = summedTaxes(lines);
  const sum = (behavior: TaxShare["tax_behavior"]) =>
    taxes.filter((tax) => tax.tax_behavior === behavior).reduce((total, tax) => total + tax.amount, 0);
  const discounts = summedDiscounts(lines);
  const discounted = discounts.reduce((total, { amount }) => total + amount, 0);
  const subtotal = lines.reduce((total, line) => total + line.amount, 0);
  const net = subtotal - discounted;
  const total = net + sum("exclusive");
  // A negative total becomes credit in full, even if the customer owes something.
  const amountDue = total < 0 ? 0 : Math.max(0, total + startingBalance);
  return {
    subtotal,
    subtotal_excluding_tax: subtotal - sum("inclusive"),
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: net - sum("inclusive"),
    total_taxes: taxes,
    amount_due: amountDue,
    amount_remaining: amountDue,
  };
}
