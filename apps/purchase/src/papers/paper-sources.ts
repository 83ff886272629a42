import type { Paper } from "@foyer/contract/documents";
import type { Page, PapersWanted, PaymentGateway } from "../stripe/payment-gateway.ts";
import { type Names, papersOfCreditNote, papersOfInvoice } from "./paper-rows.ts";

/** One object at the provider, with the papers that it makes. */
export interface Found {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly papers: readonly Paper[];
}

/** A list at the provider, newest first. */
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
      const found = items.map((invoice) => ({
        id: invoice.id,
        created: invoice.created,
        papers: isPaper(invoice.status) ? papersOfInvoice(invoice, names) : [],
      }));
      return { items: found, hasMore };
    },
  };
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
      const found = items.map((note) => ({
        id: note.id,
        created: note.created,
        papers: isWanted(note.invoice?.subscriptionId ?? null) ? papersOfCreditNote(note, names) : [],
      }));
      return { items: found, hasMore };
    },
  };
}

/** Returns the lists that hold the papers of a license without a subscription, by which the provider cannot filter. */
export function papersOfSold(gateway: PaymentGateway, customerId: string, license: string, names: Names): Source[] {
  return paperSources(gateway, customerId, null, names).map((source) => ({
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
  gateway: PaymentGateway,
  customerId: string,
  subscriptions: readonly string[] | null,
  names: Names,
): Source[] {
  const invoices = (subscriptions ?? [null]).map((one) => invoicesOf(gateway, customerId, one, names));
  return [...invoices, creditNotesOf(gateway, customerId, subscriptions, names)];
}
