import type { Paper } from "@foyer/contract/documents";
import type { TaxRate } from "@foyer/contract/subscription-wire";
import { invoiceLine } from "@foyer/domain/invoice-line";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { type ReturnRow } from "../returns/return-store.ts";
import { TAKEN } from "../returns/sync-returns.ts";
import { referenceAmong } from "../references/reference-field.ts";
import type { ProviderCreditNote, ProviderInvoice, ProviderLine } from "../stripe/payment-gateway.ts";

/** Facts on papers that the provider does not have. */
export interface Names {
  /** Licenses by the subscription that pays for them. */
  readonly licenses: ReadonlyMap<string, string>;
  /** Licenses that were paid for once, by the invoice. */
  readonly sold: ReadonlyMap<string, string>;
  /** Names of plans. */
  readonly plans: ReadonlyMap<string, string>;
  /** Refunds and disputes made at the provider, by the invoice. */
  readonly returns: ReadonlyMap<string, readonly ReturnRow[]>;
  /** Tax rates, by their ids. */
  readonly rates: ReadonlyMap<string, TaxRate>;
}

function lineInWords({ planId, quantity, period, amount, description }: ProviderLine, { plans }: Names): string {
  const product = planId === null ? undefined : plans.get(planId);
  return product === undefined ? description : invoiceLine({ product, seats: quantity, period, amount });
}

function periodOf(lines: readonly ProviderLine[]): Paper["period"] {
  const start = Math.min(...lines.map(({ period }) => period.start));
  const end = Math.max(...lines.map(({ period }) => period.end));
  // A license that is paid once has no period.
  return start < end ? { start, end } : null;
}

/** Returns how many seats an invoice is about: those of its last line that is no credit. */
function seatsOf(lines: readonly ProviderLine[]): number | null {
  return lines.findLast(({ amount, planId }) => amount >= 0 && planId !== null)?.quantity ?? null;
}

/** Content that all papers of an invoice share. */
function about(invoice: ProviderInvoice, names: Names) {
  const { lines, subscriptionId, customFields, currency, hostedUrl } = invoice;
  return {
    period: periodOf(lines),
    license: (subscriptionId === null ? names.sold.get(invoice.id) : names.licenses.get(subscriptionId)) ?? null,
    seats: seatsOf(lines),
    currency,
    reference: referenceAmong(customFields) || null,
    page: hostedUrl,
  };
}

/** A receipt and a refund move money. Net and tax are on the invoice or credit note that they belong to. */
const NO_TAX = { net: null, tax: null } as const;

function taxRatesOf({ taxRates }: ProviderInvoice, { rates }: Names): Pick<Paper, "tax_rates"> {
  const known = taxRates.flatMap((id) => rates.get(id) ?? []);
  return known.length === 0 ? {} : { tax_rates: known };
}

/** Returns the provider's status, or what became of the payment since. */
function statusOf({ id, status, amountPaid }: ProviderInvoice, { returns }: Names): string {
  const list = status === "paid" ? (returns.get(id) ?? []) : [];
  const dispute = list.find((one) => one.kind === "dispute" && TAKEN.has(one.status));
  if (dispute) return dispute.status === "lost" ? "charged_back" : "disputed";
  const given = list.filter((one) => one.kind === "refund" && one.credit_note_id === null && isRefund(one));
  const sum = given.reduce((total, one) => total + one.amount_cents, 0);
  return sum > 0 && sum >= amountPaid ? "refunded" : status;
}

const isRefund = ({ status }: ReturnRow): boolean => status !== "failed" && status !== "canceled";

/** Returns a refund that no credit note shows. */
export function paperOfRefund(row: ReturnRow, names: Names): Paper {
  const { id, invoice_id: invoice, subscription_id: subscription, created_at: created, status } = row;
  const license = subscription === null ? names.sold.get(invoice ?? "") : names.licenses.get(subscription);
  return {
    id,
    kind: "refund",
    number: row.invoice_number,
    date: unixSecondsOf(created),
    period: null,
    license: license ?? null,
    seats: null,
    currency: row.currency,
    reference: null,
    page: null,
    lines: [],
    status: status === "succeeded" ? "refunded" : status,
    ...NO_TAX,
    total: 0 - row.amount_cents,
    pdf: null,
  };
}

/** Returns an invoice, and its receipt once it is paid. */
export function papersOfInvoice(invoice: ProviderInvoice, names: Names): Paper[] {
  const { id, number, created, status, tax, total, amountPaid, paidAt, pdfUrl } = invoice;
  const common = about(invoice, names);
  const lines = invoice.lines.map((line) => lineInWords(line, names));
  const paper: Paper = {
    ...common,
    ...taxRatesOf(invoice, names),
    id,
    kind: "invoice",
    number,
    date: created,
    status: statusOf(invoice, names),
    lines,
    net: total - tax,
    tax,
    total,
    pdf: pdfUrl,
  };
  if (status !== "paid" || amountPaid <= 0) return [paper];
  const receipt: Paper = {
    ...common,
    id: `${id}:receipt`,
    kind: "receipt",
    number,
    date: paidAt ?? created,
    status: "paid",
    lines: [],
    ...NO_TAX,
    total: amountPaid,
    pdf: null,
  };
  // Newest first, as everywhere.
  return [receipt, paper];
}

/**
 * Returns a credit note, and the refund if it gave money back to a card.
 *
 * @param tax part of its total.
 */
export function papersOfCreditNote(note: ProviderCreditNote, tax: number, names: Names): Paper[] {
  const { id, number, created, currency, status, total, refunded, pdfUrl, invoice } = note;
  const none = { period: null, license: null, seats: null, currency, reference: null, page: null };
  const common = invoice ? about(invoice, names) : none;
  const lines = invoice?.number ? [`Credit for invoice ${invoice.number}`] : [];
  const paper: Paper = {
    ...common,
    ...(invoice ? taxRatesOf(invoice, names) : {}),
    id,
    kind: "credit_note",
    number,
    date: created,
    status,
    page: null,
    lines,
    net: 0 - (total - tax),
    tax: 0 - tax,
    total: 0 - total,
    pdf: pdfUrl,
  };
  if (refunded <= 0 || status === "void") return [paper];
  const refund: Paper = {
    ...common,
    id: `${id}:refund`,
    kind: "refund",
    number,
    date: created,
    status: "refunded",
    page: null,
    lines: [],
    ...NO_TAX,
    total: 0 - refunded,
    pdf: null,
  };
  return [refund, paper];
}
