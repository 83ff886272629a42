import type { ContactMail } from "@foyer/contract/billing-contacts";
import type { BillingDetails } from "@foyer/contract/customers";
import type { ColumnType, Generated } from "kysely";
import type { ProviderTaxRate } from "../stripe/payment-gateway.ts";

interface SubscriptionReferencesTable {
  subscription_id: string;
  customer_id: string;
  reference: string;
}

interface BillingSettingsTable {
  customer_id: string;
  reference_required: Generated<boolean>;
}

interface ReferenceTurnsTable {
  customer_id: string;
  operation_id: string;
  /** The customer's reference, which is restored afterwards. */
  reference: string;
  /** Reference at the provider until then. */
  printed: string;
  until: Date;
}

/** Content of a paper quote, fixed when it was created. */
export interface QuotePaper {
  readonly plan: string;
  readonly product: string;
  readonly interval: "month" | "year" | null;
  readonly seats: { readonly from: number; readonly to: number };
  readonly lines: readonly { readonly text: string; readonly amount: number }[];
  readonly subtotal: number;
  readonly tax: number;
  /** Part of the tax that the subtotal contains. Absent in papers of the previous version. */
  readonly taxIncluded?: number;
  readonly total: number;
  readonly currency: string;
  readonly reverseCharge: boolean;
  readonly fingerprint: string;
  /** Set for a purchase; `subscription_id` is then the subject of its operation. */
  readonly purchase?: { readonly taxRates: readonly ProviderTaxRate[] };
  readonly buyer: Pick<BillingDetails, "name" | "address" | "tax_ids">;
  readonly reference: string;
}

export interface PaperQuotesTable {
  quote_id: string;
  customer_id: string;
  subscription_id: string;
  number: string;
  reference: string;
  /** Written as JSON text. */
  paper: ColumnType<QuotePaper, string, string>;
  created_at: Date;
  expires_at: Date;
  withdrawn_at: Date | null;
}

export interface ArchivesTable {
  id: Generated<string>;
  customer_id: string;
  year: number;
  state: "building" | "ready" | "failed";
  /** The run whose pieces are the file. */
  build: string | null;
  papers: Generated<number>;
  missing: Generated<number>;
  bytes: Generated<number>;
  requested_at: Date;
  ready_at: Date | null;
}

interface ArchivePiecesTable {
  archive_id: string;
  build: string;
  number: number;
  bytes: Buffer;
}

export interface BillingContactsTable {
  id: Generated<string>;
  customer_id: string;
  email: string;
  /** The address as it is compared. */
  email_key: string;
  language: string;
  mails: ContactMail[];
  added_at: Date;
  confirmed_at: Date | null;
  stopped_at: Date | null;
}

interface BillingLinksTable {
  token_hash: Buffer;
  contact_id: string;
  papers_until: Date;
  created_at: Date;
}

/** The tables of papers, references and billing contacts. */
export interface PaperTables {
  subscription_references: SubscriptionReferencesTable;
  billing_settings: BillingSettingsTable;
  reference_turns: ReferenceTurnsTable;
  paper_quotes: PaperQuotesTable;
  archives: ArchivesTable;
  archive_pieces: ArchivePiecesTable;
  billing_contacts: BillingContactsTable;
  billing_links: BillingLinksTable;
}
