import type { Paper } from "@foyer/contract/documents";
import { unixSecondsOf } from "@foyer/contract/wire-values";
import { creditedTax } from "@foyer/domain/credit-tax";
import type {
  Page,
  PapersWanted,
  PaymentGateway,
  ProviderCreditNote,
  ProviderInvoice,
} from "../stripe/payment-gateway.ts";
import type { Deps } from "../deps.ts";
import { refundsWithoutNote } from "../returns/return-store.ts";
import { type Names, paperOfRefund, papersOfCreditNote, papersOfInvoice } from "./paper-rows.ts";

/** One object at the provider, with the papers that it makes. */
export interface Found {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly papers: readonly Paper[];
}

type Reading = Pick<Deps, "gateway" | "db">;

/** A list at the provider or of this service, newest first. */
export interface Source {
  /** Names the list in a cursor. */
  readonly name: string;
  page(wanted: PapersWanted): Promise<Page<Found>>;
}

/** Drafts and what was never owed are no papers. */
const isPaper = (status: string): boolean => status !== "draft" && status !== "void";

function invoicesOf(gateway: PaymentGateway, customerId: string, subscription: string | null, names: Names): Source {
  return {
    name: subscription ?? "invoices",
    page: async (wanted) => {
      const of = subscription === null ? wanted : { ...wanted, subscription };
      const { items, hasMore } = await gateway.customerInvoices(customerId, of);
      const known = await withRates(gateway, items, names);
      const found = items.map((invoice) => ({
        id: invoice.id,
        created: invoice.created,
        papers: isPaper(invoice.status) ? papersOfInvoice(invoice, known) : [],
      }));
      return { items: found, hasMore };
    },
  };
}

/** Returns the names with the tax rates of these invoices. */
async function withRates(
  gateway: PaymentGateway,
  invoices: readonly (ProviderInvoice | null)[],
  names: Names,
): Promise<Names> {
  const ids = [...new Set(invoices.flatMap((invoice) => invoice?.taxRates ?? []))];
  const rates = await Promise.all(ids.map((id) => gateway.taxRate(id)));
  return { ...names, rates: new Map(rates.flatMap((rate) => (rate ? [[rate.id, rate] as const] : []))) };
}

/** Returns the tax of a credit note: its own, or its part of the tax of the invoice that it corrects. */
async function taxOf(gateway: PaymentGateway, note: ProviderCreditNote): Promise<number> {
  const { id, total, tax, invoice, status } = note;
  if (tax !== null) return tax;
  if (!invoice || invoice.tax === 0 || invoice.total <= 0) return 0;
  const isAlone = total === invoice.credited || status === "void";
  const others = isAlone ? [] : (await gateway.credits(invoice.id)).toReversed().filter(({ isVoid }) => !isVoid);
  const until = others.findIndex((other) => other.id === id);
  const before = others.slice(0, Math.max(0, until)).map(({ amount, tax: own }) => ({ total: amount, tax: own }));
  return creditedTax(invoice, [...before, { total, tax }]);
}

function creditNotesOf(
  gateway: PaymentGateway,
  customerId: string,
  subscriptions: readonly string[] | null,
  names: Names,
): Source {
  const isWanted = (subscription: string | null): boolean =>
    subscriptions === null || (subscription !== null && subscriptions.includes(subscription));
  return {
    name: "credit_notes",
    page: async (wanted) => {
      const { items, hasMore } = await gateway.customerCreditNotes(customerId, wanted);
      const invoices = items.map(({ invoice }) => invoice);
      const known = await withRates(gateway, invoices, names);
      const taxes = await Promise.all(items.map((note) => taxOf(gateway, note)));
      const found = items.map((note, at) => ({
        id: note.id,
        created: note.created,
        papers: isWanted(note.invoice?.subscriptionId ?? null) ? papersOfCreditNote(note, taxes[at] ?? 0, known) : [],
      }));
      return { items: found, hasMore };
    },
  };
}

function refundsOf(db: Deps["db"], customerId: string, subscriptions: readonly string[] | null, names: Names): Source {
  return {
    name: "refunds",
    page: async (wanted) => {
      const rows = await refundsWithoutNote(db, customerId, wanted);
      const items = rows.map((row) => ({
        id: row.id,
        created: unixSecondsOf(row.created_at),
        papers:
          subscriptions === null || subscriptions.includes(row.subscription_id ?? "")
            ? [paperOfRefund(row, names)]
            : [],
      }));
      return { items, hasMore: rows.length === wanted.limit };
    },
  };
}

/** Returns the lists that hold the papers of a license without a subscription, by which the provider cannot filter. */
export function papersOfSold(deps: Reading, customerId: string, license: string, names: Names): Source[] {
  return paperSources(deps, customerId, null, names).map((source) => ({
    name: source.name,
    page: async (wanted) => {
      const { items, hasMore } = await source.page(wanted);
      const own = items.map((found) => ({
        ...found,
        papers: found.papers.filter((paper) => paper.license === license),
      }));
      return { items: own, hasMore };
    },
  }));
}

/**
 * Returns the lists that hold a customer's papers.
 *
 * @param subscriptions null for all papers, otherwise only those of these subscriptions.
 */
export function paperSources(
  { gateway, db }: Reading,
  customerId: string,
  subscriptions: readonly string[] | null,
  names: Names,
): Source[] {
  const invoices = (subscriptions ?? [null]).map((one) => invoicesOf(gateway, customerId, one, names));
  return [
    ...invoices,
    creditNotesOf(gateway, customerId, subscriptions, names),
    refundsOf(db, customerId, subscriptions, names),
  ];
}
