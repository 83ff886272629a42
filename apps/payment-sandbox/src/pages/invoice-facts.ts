import type { Invoice } from "../objects/invoice.ts";
import type { InvoiceLine } from "../objects/invoice-line.ts";
import type { TaxRate } from "../objects/tax-rate.ts";
import type { Unit } from "../store/unit.ts";
import { day, money } from "./wording.ts";

/** What an invoice says to a person, for the page and the PDF alike. */
export interface InvoiceFacts {
  title: string;
  seller: string;
  /** `Number`, `Date` and the like, each with its value. */
  heading: [string, string][];
  buyer: string[];
  lines: { description: string; period: string; quantity: string; amount: string }[];
  sums: [string, string][];
}

function buyerOf(invoice: Invoice): string[] {
  const address = invoice.customer_address;
  const town = [address?.postal_code, address?.city, address?.state].filter(Boolean).join(" ");
  const taxIds = invoice.customer_tax_ids.map((taxId) => `Tax id: ${taxId.value}`);
  return [
    invoice.customer_name,
    address?.line1,
    address?.line2,
    town,
    address?.country,
    invoice.customer_email,
    ...taxIds,
  ].flatMap((line) => line || []);
}

function lineOf(line: InvoiceLine): InvoiceFacts["lines"][number] {
  return {
    description: line.description ?? "",
    period: `${day(line.period.start)} to ${day(line.period.end)}`,
    quantity: String(line.quantity),
    amount: money(line.amount, line.currency),
  };
}

async function rateName(unit: Unit, id: string): Promise<string> {
  const rate: TaxRate | null = await unit.find("tax_rate", id);
  return rate ? `${rate.display_name} ${rate.percentage}%${rate.inclusive ? " (included)" : ""}` : "Tax";
}

async function sumsOf(unit: Unit, invoice: Invoice): Promise<[string, string][]> {
  const sums: [string, string][] = [["Subtotal", money(invoice.subtotal, invoice.currency)]];
  for (const tax of invoice.total_taxes) {
    sums.push([await rateName(unit, tax.tax_rate_details.tax_rate), money(tax.amount, invoice.currency)]);
  }
  sums.push(["Total", money(invoice.total, invoice.currency)]);
  const used = invoice.total - invoice.amount_due - invoice.pre_payment_credit_notes_amount;
  if (used !== 0) sums.push(["Applied to balance", money(-used, invoice.currency)]);
  sums.push(["Amount due", money(invoice.amount_due, invoice.currency)]);
  if (invoice.amount_paid > 0) sums.push(["Amount paid", money(invoice.amount_paid, invoice.currency)]);
  return sums;
}

export async function invoiceFacts(unit: Unit, invoice: Invoice): Promise<InvoiceFacts> {
  return {
    title: `Invoice ${invoice.number ?? invoice.id}`,
    seller: invoice.account_name,
    heading: [
      ["Number", invoice.number ?? "draft"],
      ["Date", day(invoice.status_transitions.finalized_at ?? invoice.created)],
      ["Status", invoice.status],
      ...(invoice.status_transitions.paid_at === null
        ? []
        : [["Paid", day(invoice.status_transitions.paid_at)] satisfies [string, string]]),
    ],
    buyer: buyerOf(invoice),
    lines: invoice.lines.data.map(lineOf),
    sums: await sumsOf(unit, invoice),
  };
}
