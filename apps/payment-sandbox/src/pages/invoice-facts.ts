import type { PaperFacts, PaperLine } from "@foyer/paper/paper";
import type { CreditNote } from "../objects/credit-note.ts";
import type { Invoice } from "../objects/invoice.ts";
import type { InvoiceLine } from "../objects/invoice-line.ts";
import type { TaxRate } from "../objects/tax-rate.ts";
import type { Unit } from "../store/unit.ts";
import { day, money, withOurDates } from "./wording.ts";

/** Who sells, as its invoices say it. */
export interface Seller {
  readonly name: string;
  /** Lines. */
  readonly address: readonly string[];
  readonly taxId: string | null;
  /** `#rrggbb`, of the mark on the paper; none is drawn without it. */
  readonly accent?: string;
  /** Letters in the mark. */
  readonly mark?: string | undefined;
}

type FullLine = Required<PaperLine>;

/** What an invoice says to a person, for the page and the PDF alike. */
export interface InvoiceFacts extends PaperFacts {
  readonly lines: readonly FullLine[];
}

const FOOT = "Test paper of the payment sandbox: no money moves.";

function sellerLines({ name, address, taxId }: Seller): string[] {
  return [name, ...address, ...(taxId === null ? [] : [`Tax ID: ${taxId}`])];
}

/** `VAT: DE123456789`: the last word of the kind is what people call it. */
function taxIdLine({ type, value }: Invoice["customer_tax_ids"][number]): string {
  return `${type.split("_").at(-1)?.toUpperCase() ?? "Tax ID"}: ${value}`;
}

function buyerLines(invoice: Invoice): string[] {
  const address = invoice.customer_address;
  const town = [address?.postal_code, address?.city, address?.state].filter(Boolean).join(" ");
  const country = address?.country ? (new Intl.DisplayNames("en", { type: "region" }).of(address.country) ?? "") : "";
  return [
    invoice.customer_name,
    address?.line1,
    address?.line2,
    town,
    country,
    invoice.customer_email,
    ...invoice.customer_tax_ids.map(taxIdLine),
    ...(invoice.custom_fields ?? []).map(({ name, value }) => `${name}: ${value}`),
  ].flatMap((line) => line || []);
}

/** What is paid once has no period. */
function periodText({ start, end }: InvoiceLine["period"]): string {
  if (start === end) return "";
  return day(start) === day(end) ? day(start) : `${day(start)} to ${day(end)}`;
}

function lineOf(line: InvoiceLine): FullLine {
  return {
    description: withOurDates(line.description ?? ""),
    period: periodText(line.period),
    quantity: String(line.quantity),
    amount: money(line.amount, line.currency),
  };
}

async function rateName(unit: Unit, id: string): Promise<string> {
  const rate: TaxRate | null = await unit.find("tax_rate", id);
  return rate ? `${rate.display_name} ${rate.percentage}%${rate.inclusive ? " (included)" : ""}` : "Tax";
}

/** A rate that is not charged would contradict the note. */
async function taxName(unit: Unit, tax: Invoice["total_taxes"][number]): Promise<string> {
  return tax.taxability_reason === "not_available" ? await rateName(unit, tax.tax_rate_details.tax_rate) : "Tax";
}

async function sumsOf(unit: Unit, invoice: Invoice): Promise<[string, string][]> {
  const sums: [string, string][] = [["Subtotal", money(invoice.subtotal, invoice.currency)]];
  for (const { amount } of invoice.total_discount_amounts ?? []) {
    sums.push(["Discount", money(-amount, invoice.currency)]);
  }
  for (const tax of invoice.total_taxes) {
    sums.push([await taxName(unit, tax), money(tax.amount, invoice.currency)]);
  }
  sums.push(["Total", money(invoice.total, invoice.currency)]);
  const used = invoice.total - invoice.amount_due - invoice.pre_payment_credit_notes_amount;
  if (used !== 0) sums.push(["Applied to balance", money(-used, invoice.currency)]);
  if (invoice.amount_paid > 0) sums.push(["Amount paid", money(invoice.amount_paid, invoice.currency)]);
  sums.push(["Amount due", money(invoice.amount_remaining, invoice.currency)]);
  return sums;
}

function notesOf(invoice: Invoice): string[] {
  return [
    ...(invoice.customer_tax_exempt === "reverse"
      ? ["Reverse charge: the buyer accounts for the value added tax."]
      : []),
    ...(invoice.customer_tax_exempt === "exempt" ? ["The buyer is exempt from tax."] : []),
  ];
}

const STATES: Readonly<Record<Invoice["status"], string>> = {
  draft: "Draft",
  open: "Due",
  paid: "Paid",
  void: "Void",
  uncollectible: "Not collected",
};

export async function invoiceFacts(unit: Unit, invoice: Invoice, seller: Seller): Promise<InvoiceFacts> {
  const { paid_at: paidAt, finalized_at: finalizedAt } = invoice.status_transitions;
  return {
    kind: "Invoice",
    title: `Invoice ${invoice.number ?? invoice.id}`,
    seller: sellerLines(seller),
    accent: seller.accent ?? null,
    mark: seller.mark,
    heading: [
      ["Number", invoice.number ?? "Draft"],
      ["Date", day(finalizedAt ?? invoice.created)],
      ["Status", STATES[invoice.status]],
      ...(paidAt === null ? [] : [["Paid", day(paidAt)] satisfies [string, string]]),
    ],
    buyerTitle: "Bill to",
    buyer: buyerLines(invoice),
    subject: null,
    lines: invoice.lines.data.map(lineOf),
    sums: await sumsOf(unit, invoice),
    notes: notesOf(invoice),
    foot: FOOT,
  };
}

/** What a credit note says: how much of which invoice, and where the money went. */
export async function creditNoteFacts(
  unit: Unit,
  note: CreditNote,
  invoice: Invoice,
  seller: Seller,
): Promise<InvoiceFacts> {
  const { number, created, currency, total, subtotal } = note;
  const taxes: [string, string][] = [];
  for (const tax of note.total_taxes) taxes.push([await taxName(unit, tax), money(-tax.amount, currency)]);
  const refunded = note.refunds.reduce((sum, { amount_refunded: amount }) => sum + amount, 0);
  const about = `Credit for invoice ${invoice.number ?? invoice.id}`;
  return {
    kind: "Credit note",
    title: `Credit note ${number}`,
    seller: sellerLines(seller),
    accent: seller.accent ?? null,
    mark: seller.mark,
    heading: [
      ["Number", number],
      ["Date", day(created)],
      ["Invoice", invoice.number ?? invoice.id],
    ],
    buyerTitle: "Bill to",
    buyer: buyerLines(invoice),
    subject: null,
    lines: [{ description: about, period: "", quantity: "1", amount: money(-subtotal, currency) }],
    sums: [
      ["Subtotal", money(-subtotal, currency)],
      ...taxes,
      ["Total", money(-total, currency)],
      ...(refunded > 0 ? [["Refunded", money(refunded, currency)] satisfies [string, string]] : []),
      ...(total > refunded ? [["Credited", money(total - refunded, currency)] satisfies [string, string]] : []),
    ],
    notes: notesOf(invoice),
    foot: FOOT,
  };
}
