import type { Consent } from "@foyer/contract/checkout";
import type { ToldAs } from "@foyer/contract/staff-purchase";
import type { StaffActsTable } from "@foyer/service-kit/staff-acts";
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { ProviderCoupon, ProviderDiscount, ProviderTaxRate, TaxExempt } from "../stripe/payment-gateway.ts";
import type { StoredRefusal } from "../stripe/stored-refusal.ts";
import type { DeskTables } from "./desk-tables.ts";
import type { PaperTables } from "./paper-tables.ts";
import type { SalesTables } from "./sales-tables.ts";

type Interval = "month" | "year";
/** Read as a value, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

export interface CustomersTable {
  omni_id: string;
  customer_id: string | null;
  email: string;
  username: string;
  creation_key: Generated<string>;
  told_at: Date | null;
  created_at: Date;
  /** When staff allowed the customer to buy again after declined cards. */
  may_buy_since: Date | null;
  /** Earlier customers that were deleted at the provider, oldest first. */
  former_ids: Generated<string[]>;
}

export interface PlansTable {
  id: string;
  amount_cents: number;
  currency: string;
  interval: Interval;
  product: string;
  nickname: string | null;
  on_sale: boolean;
}

interface CountryTaxRatesTable {
  id: string;
  country: string;
  percentage: number;
  inclusive: boolean;
  display_name: string;
}

export interface OpenInvoice {
  readonly id: string;
  readonly total: number;
  readonly currency: string;
  /** Unix seconds. */
  readonly next_payment_attempt: number | null;
}

export interface SubscriptionsTable {
  id: string;
  customer_id: string;
  registration_id: string | null;
  item_id: string;
  currency: string;
  status: string;
  billing_mode: string;
  provider_plan: string;
  provider_quantity: number;
  period_start: Date;
  period_end: Date;
  trial_end: Date | null;
  cancel_at_period_end: boolean;
  default_tax_rates: Json<readonly ProviderTaxRate[]>;
  item_tax_rates: Json<readonly ProviderTaxRate[]>;
  tax_exempt: Generated<TaxExempt>;
  paid_plan: string;
  paid_quantity: number;
  paid_from: Date;
  paid_until: Date;
  recorded_plan: string | null;
  recorded_quantity: number | null;
  open_invoice: NullableJson<OpenInvoice>;
  /** Id of the card that is charged instead of the customer's default one. */
  own_card: string | null;
  discount: NullableJson<ProviderDiscount>;
  created_at: Date;
  /** When the provider ended it. */
  ended_at: Date | null;
  version: Generated<number>;
  sequence: Generated<number>;
  object_time: Date;
  synced_at: Date;
}

interface NewsTable {
  subscription_id: string;
  sequence: number;
  object_time: Date;
  body: JSONColumnType<Record<string, unknown>>;
  cause: JSONColumnType<Record<string, unknown>> | null;
  created_at: Date;
  /** When the accounts service accepted this state or a later one. */
  sent_at: Date | null;
  refused_at: Generated<Date | null>;
  refusal: Generated<string | null>;
  tries: Generated<number>;
  next_try_at: Generated<Date | null>;
  told_as: NullableJson<ToldAs>;
}

interface ProviderEventsTable {
  id: string;
  type: string;
  object_id: string | null;
  subscription_id: string | null;
  customer_id: string | null;
  created_at: Date;
  received_at: Date;
}

/** A coupon in a quote, with what it takes off the first invoice. */
export interface QuotedCoupon {
  /** The provider's code, whose uses are counted. */
  readonly promotion: string;
  /** As the vendor writes it. */
  readonly code: string;
  readonly coupon: ProviderCoupon;
  /** Maximum number of uses on our pages. Null without a limit. */
  readonly uses: number | null;
  readonly isForNewCustomers: boolean;
  readonly amount: number;
}

/** Purpose of a quote of a new subscription, besides plan and quantity. */
export interface QuotedPurchase {
  /** The buyer's account. */
  readonly account: string;
  readonly customer: string;
  /** The license: a new id, or an ended license. */
  readonly license: string;
  readonly isReturn: boolean;
  /** Set if the license is a trial of the buyer: its seats that were taken or invited then. */
  readonly trial?: { readonly usedSeats: number };
  /** `Outlinear 5` */
  readonly product: string;
  readonly taxRates: readonly ProviderTaxRate[];
  readonly isReverseCharge: boolean;
  readonly line: string;
  /** Printed on the invoices of the subscription. Without it, they print the customer's. */
  readonly reference?: string;
  /** Consents that the buyer must give, as shown. Absent in quotes of the previous version. */
  readonly consents?: readonly Consent[];
  /** Set if it is paid once: the price at the provider. */
  readonly once?: { readonly price: string };
  /** Unix seconds. Null if it is paid once. */
  readonly next: { readonly total: number; readonly at: number } | null;
  readonly coupon?: QuotedCoupon;
}

export interface QuotesTable {
  id: string;
  subscription_id: string;
  plan: string;
  quantity: number;
  proration_at: Date;
  fingerprint: string;
  subtotal_cents: number;
  /** Tax on top of the subtotal. */
  tax_cents: number;
  /** Tax within the subtotal. */
  included_tax_cents: Generated<number>;
  total_cents: number;
  currency: string;
  created_at: Date;
  expires_at: Date;
  /** Account name. Null for a quote of an older version, which did not store it. */
  shown_to: string | null;
  /** Staged and not paid yet, valid until `staged_until`. Uses the database's clock. */
  staged_at: Date | null;
  staged_until: Date | null;
  /** The price of a paper quote. A request that names no quote never means it. */
  on_paper: Generated<boolean>;
  /** Set for a new subscription. `subscription_id` is then the subject of its operation. */
  purchase: NullableJson<QuotedPurchase>;
}

export type OperationState = "pending" | "unknown" | "waiting" | "done" | "failed";

export interface OperationOutcome {
  readonly refusal?: StoredRefusal;
  readonly clientSecret?: string;
  /** The new subscription. */
  readonly subscriptionId?: string;
}

export interface OperationsTable {
  id: Generated<string>;
  /** Increases in the order of creation. */
  number: Generated<number>;
  kind: string;
  /**
   * The object that the operation changes: a subscription's id, `license:<id>` for a new subscription, or `invoice:<id>`
   * for a payment or refund. The database keeps the column `subscription_id` equal to it, for instances of
   * the previous version.
   */
  subject: string;
  customer_id: string;
  /** The request in the format of its kind. */
  request: Json<unknown>;
  recovery_point: Generated<"recorded" | "restored" | "sent">;
  state: Generated<OperationState>;
  outcome: NullableJson<OperationOutcome>;
  invoice_id: string | null;
  attempts: Generated<number>;
  created_at: Date;
  finished_at: Date | null;
  leased_until: Date | null;
  next_attempt_at: Date | null;
}

interface NoticesTable {
  kind: string;
  subject: string;
  occasion: string;
  decided_at: Date;
}

/** One difference between the provider's state and ours. */
export interface Drift {
  readonly subscription: string;
  readonly what: string;
  readonly here: string;
  readonly provider: string;
}

interface ReconcilerRunsTable {
  id: Generated<number>;
  what: "everything" | "subscriptions" | "events" | "operations";
  started_at: Date;
  took_ms: number;
  asked_by: "sweep" | "command" | "staff";
  dry_run: boolean;
  checked: number;
  mended: number;
  drift: Json<readonly Drift[]>;
  unmended: Json<readonly { readonly what: string; readonly reason: string }[]>;
  error: string | null;
}

interface ProgressTable {
  name: string;
  reached_at: Date;
}

interface CustomerPassesTable {
  name: string;
  cursor: string | null;
  finished_at: Date | null;
}

export interface ImportedSubscriptionsTable {
  id: string;
  imported_at: Date;
}

/** The tables of schema `purchase`. */
export interface PurchaseTables extends DeskTables, PaperTables, SalesTables {
  customers: CustomersTable;
  plans: PlansTable;
  country_tax_rates: CountryTaxRatesTable;
  subscriptions: SubscriptionsTable;
  news: NewsTable;
  provider_events: ProviderEventsTable;
  quotes: QuotesTable;
  operations: OperationsTable;
  notices: NoticesTable;
  staff_acts: StaffActsTable;
  reconciler_runs: ReconcilerRunsTable;
  progress: ProgressTable;
  imported_subscriptions: ImportedSubscriptionsTable;
  customer_passes: CustomerPassesTable;
}
