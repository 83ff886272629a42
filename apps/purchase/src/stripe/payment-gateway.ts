import type { TaxIdVerdict } from "@foyer/domain/tax-ids";

/** The payment provider as this service knows it. Times are unix seconds, money is cents. */

export interface ProviderTaxRate {
  readonly id: string;
  readonly percentage: number;
  readonly inclusive: boolean;
  readonly display_name: string;
}

export interface ProviderPlan {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly interval: "month" | "year";
  readonly product: string;
  readonly nickname: string | null;
  readonly isOnSale: boolean;
}

export interface ProviderCustomer {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly address: ProviderAddress | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly defaultPaymentMethod: string | null;
  readonly taxExempt: TaxExempt;
  /** Printed on each invoice. */
  readonly customFields: readonly ProviderCustomField[];
  /** Negative is credit for later invoices. */
  readonly balance: number;
}

/** Whether the customer pays tax: as the rates say, accounted for by the customer (`reverse`), or not at all. */
export type TaxExempt = "none" | "reverse" | "exempt";

export interface ProviderCustomField {
  readonly name: string;
  readonly value: string;
}

export interface ProviderTaxId {
  readonly id: string;
  /** `eu_vat` */
  readonly kind: string;
  /** Two letters. */
  readonly country: string;
  readonly value: string;
  readonly verification: TaxIdVerdict;
}

interface ProviderAddress {
  readonly line1: string;
  readonly line2: string;
  readonly city: string;
  readonly state: string;
  readonly postal_code: string;
  readonly country: string;
}

export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Metadata `registration_id`. */
  readonly registrationId: string | null;
  /** Metadata `operation`: the change of ours that started it. */
  readonly operationId: string | null;
  readonly status: string;
  readonly billingMode: string;
  readonly itemId: string;
  readonly plan: ProviderPlan;
  readonly quantity: number;
  readonly currency: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** Whichever way it was told to end. */
  readonly willCancel: boolean;
  readonly trialEnd: number | null;
  /** The customer's; null where only the subscription was read. */
  readonly taxExempt: TaxExempt | null;
  readonly defaultTaxRates: readonly ProviderTaxRate[];
  readonly itemTaxRates: readonly ProviderTaxRate[];
  readonly defaultPaymentMethod: string | null;
  readonly latestInvoiceId: string | null;
  readonly hasPendingUpdate: boolean;
  readonly created: number;
}

export interface ProviderLine {
  readonly id: string;
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  readonly proration: boolean;
  readonly planId: string | null;
  readonly quantity: number;
}

export interface ProviderPayment {
  readonly intentId: string;
  readonly status: string;
  readonly errorCode: string | null;
  readonly declineCode: string | null;
  readonly message: string | null;
}

export interface ProviderInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly status: string;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly currency: string;
  readonly created: number;
  readonly subtotal: number;
  readonly total: number;
  readonly amountDue: number;
  /** The customer's balance before this invoice: negative is credit, positive is owed. */
  readonly startingBalance: number;
  readonly amountPaid: number;
  /** Unix seconds; null as long as it is not paid. */
  readonly paidAt: number | null;
  /** What credit notes have taken off it or given back of it. */
  readonly credited: number;
  readonly billingReason: string | null;
  /** Metadata `operation`: the change that this service made it for; null for the provider's own. */
  readonly operationId: string | null;
  readonly attempted: boolean;
  readonly nextPaymentAttempt: number | null;
  readonly hostedUrl: string | null;
  readonly pdfUrl: string | null;
  readonly lines: readonly ProviderLine[];
  /** Null unless asked for. */
  readonly clientSecret: string | null;
  /** The latest try to pay it; null unless asked for, and where nothing was tried. */
  readonly payment: ProviderPayment | null;
}

export interface ProviderCard {
  readonly id: string;
  readonly customerId: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly created: number;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  /** Another account that it names, as a platform's connected ones; null for this one's events, which name none. */
  readonly account: string | null;
  readonly livemode: boolean;
  /** Whether it is of this account and of the key's mode. */
  readonly isOurs: boolean;
  readonly objectId: string | null;
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** A change that is charged at once and in force only when paid. */
export interface ChargedChange {
  readonly itemId: string;
  readonly plan: string;
  readonly quantity: number;
  readonly prorationAt: number;
  /** A monthly plan becomes a yearly one: its period begins now. */
  readonly restartPeriod: boolean;
}

/** A change that no money moves for. */
interface QuietChange {
  readonly itemId: string;
  readonly plan: string;
  readonly quantity: number;
  /** The plan is billed from then on, and nothing before: a yearly term that becomes monthly. */
  readonly trialEnd?: number;
}

export interface NewSubscription {
  readonly customerId: string;
  readonly registrationId: string;
  readonly plan: string;
  readonly quantity: number;
  readonly taxRates: readonly string[];
  /** Kept at the subscription, to find it by where the answer gets lost. */
  readonly operationId: string;
}

/** A line that waits to be invoiced: time of so many seats, paid or given back. */
interface NewInvoiceItem {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly currency: string;
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  /** Kept with the line, which has no price: what it pays for. */
  readonly plan: string;
  readonly quantity: number;
  readonly operationId: string;
}

/** Of all that waits to be invoiced for the subscription. */
interface NewInvoice {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly taxRates: readonly string[];
  readonly operationId: string;
}

/** Money given back for an invoice. */
interface NewCredit {
  readonly invoiceId: string;
  readonly amount: number;
  /** To the card that paid, or to the customer's balance for later invoices. */
  readonly to: "card" | "balance";
  /** On top of the amount, to the balance. */
  readonly balance?: number;
  readonly operationId: string;
}

export interface ProviderCredit {
  readonly id: string;
  readonly amount: number;
  /** Metadata `operation`. */
  readonly operationId: string | null;
}

/** One try to move money, as staff looks it up. */
export interface ProviderCharge {
  readonly id: string;
  readonly customerId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
}

/**
 * What this service asks of the payment provider. Every writing call takes a key: the same key again gives the first answer.
 *
 * @throws ProviderFailure
 */
export interface PaymentGateway {
  plans(): Promise<readonly ProviderPlan[]>;
  customer(id: string): Promise<ProviderCustomer | null>;
  /** Of those with that address. */
  customersByEmail(email: string): Promise<readonly ProviderCustomer[]>;
  createCustomer(input: { email: string; omniId: string; username: string }, key: string): Promise<ProviderCustomer>;
  updateCustomer(
    id: string,
    change: {
      defaultPaymentMethod?: string;
      name?: string;
      address?: ProviderAddress;
      metadata?: Record<string, string>;
      taxExempt?: TaxExempt;
      /** In place of all that there are. */
      customFields?: readonly ProviderCustomField[];
    },
    key: string,
  ): Promise<ProviderCustomer>;
  /** Newest first; of everybody. */
  allCustomers(page: { limit: number; startingAfter?: string }): Promise<Page<ProviderCustomer>>;
  /** Oldest first. */
  taxIds(customerId: string): Promise<readonly ProviderTaxId[]>;
  /** Fails as `invalid` with the code `tax_id_invalid` for one that the provider does not accept. */
  createTaxId(customerId: string, taxId: { kind: string; value: string }, key: string): Promise<ProviderTaxId>;
  /** One that is gone already is no failure. */
  deleteTaxId(customerId: string, id: string, key: string): Promise<void>;

  /** Takes everything from the customer that tells who she is, tax ids included; invoices stay as they were made out. */
  eraseCustomer(customer: ProviderCustomer, key: string): Promise<void>;

  subscription(id: string): Promise<ProviderSubscription | null>;
  subscriptions(customerId: string): Promise<readonly ProviderSubscription[]>;
  createSubscription(input: NewSubscription, key: string): Promise<ProviderSubscription>;
  changeCharged(id: string, change: ChargedChange, key: string): Promise<ProviderSubscription>;
  changeQuietly(id: string, change: QuietChange, key: string): Promise<ProviderSubscription>;
  setAutoRenewal(id: string, willCancel: boolean, key: string): Promise<ProviderSubscription>;
  setSubscriptionCard(id: string, paymentMethod: string, key: string): Promise<void>;

  preview(customerId: string, subscriptionId: string, change: ChargedChange): Promise<ProviderInvoice>;
  invoice(id: string): Promise<ProviderInvoice | null>;
  /** Newest first, whatever their state. */
  subscriptionInvoices(subscriptionId: string, limit: number): Promise<readonly ProviderInvoice[]>;
  customerInvoices(customerId: string, page: { limit: number; startingAfter?: string }): Promise<Page<ProviderInvoice>>;
  addInvoiceItem(item: NewInvoiceItem, key: string): Promise<void>;
  /** What waits to be invoiced, of all the customer's subscriptions. */
  pendingItems(customerId: string): Promise<readonly { readonly id: string; readonly operationId: string | null }[]>;
  /** Gone already counts as deleted. */
  deleteItem(id: string): Promise<void>;
  draftInvoice(invoice: NewInvoice, key: string): Promise<ProviderInvoice>;
  /** Its items wait to be invoiced again. */
  deleteDraft(id: string): Promise<void>;
  finalizeInvoice(id: string, key: string): Promise<ProviderInvoice>;
  payInvoice(id: string, paymentMethod: string | null, key: string): Promise<ProviderInvoice>;
  voidInvoice(id: string, key: string): Promise<ProviderInvoice>;
  giveBack(credit: NewCredit, key: string): Promise<ProviderCredit>;
  /** Newest first. */
  credits(invoiceId: string): Promise<readonly ProviderCredit[]>;
  /** By the id of a payment or of a charge. */
  charge(id: string): Promise<ProviderCharge | null>;

  createSetupIntent(customerId: string, key: string): Promise<{ id: string; clientSecret: string }>;
  cards(customerId: string): Promise<readonly ProviderCard[]>;
  card(id: string): Promise<ProviderCard | null>;
  detachCard(id: string, key: string): Promise<ProviderCard>;

  /** Those of this account and mode, oldest first, from that time on, at most a thousand. */
  eventsSince(unixSeconds: number): Promise<readonly ProviderEvent[]>;
  /**
   * The event, if that signature was made over that body within five minutes; it may be another account's.
   *
   * @throws ProviderFailure of kind `forged` where not.
   */
  readEvent(rawBody: Buffer, signature: string): ProviderEvent;
}
