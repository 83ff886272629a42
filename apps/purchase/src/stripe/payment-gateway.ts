import type { TaxIdVerdict } from "@foyer/domain/tax-ids";
import type { CouponGateway, ProviderDiscount } from "./coupon-gateway.ts";
import type { CreditGateway } from "./credit-gateway.ts";
import type { Page, PaperGateway, ProviderCustomField, ProviderInvoice } from "./paper-gateway.ts";

export type { ProviderCode, ProviderCoupon, ProviderDiscount } from "./coupon-gateway.ts";
export type { ProviderCharge, ProviderCredit, ProviderReturn, ProviderReturns } from "./credit-gateway.ts";
export type {
  Page,
  PapersWanted,
  ProviderCreditNote,
  ProviderCustomField,
  ProviderInvoice,
  ProviderLine,
  ProviderPayment,
} from "./paper-gateway.ts";

/** Types of the payment provider as this service uses them. Times are Unix seconds, amounts are cents. */

export interface ProviderTaxRate {
  readonly id: string;
  readonly percentage: number;
  readonly inclusive: boolean;
  readonly display_name: string;
}

/** A tax rate of a country. Rates without a country are only charged where a subscription names them. */
export interface ProviderCountryRate extends ProviderTaxRate {
  /** Two letters, ISO 3166. */
  readonly country: string;
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

/** A price that is paid once. */
export interface ProviderPrice {
  /** The price's lookup key: the id of a plan without interval. */
  readonly id: string;
  readonly priceId: string;
  readonly amount: number;
  readonly currency: string;
  readonly product: string;
  readonly nickname: string | null;
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

/** Tax status: taxed at the rates (`none`), accounted for by the customer (`reverse`), or exempt. */
export type TaxExempt = "none" | "reverse" | "exempt";

export interface ProviderTaxId {
  readonly id: string;
  /** For example `eu_vat`. */
  readonly kind: string;
  /** Two-letter country code. */
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

/** A subscription of a kind that is not sold here, or with a quantity that cannot be stored. */
export interface Unreadable {
  readonly status: string;
  readonly registrationId: string | null;
  /** `3000000000 of OUTLINE-5-SUB-MONTHLY-WEB` */
  readonly what: string;
}

export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  /** Metadata `registration_id`. */
  readonly registrationId: string | null;
  /** Metadata `operation`: the operation that started it. */
  readonly operationId: string | null;
  readonly status: string;
  readonly billingMode: string;
  readonly itemId: string;
  readonly plan: ProviderPlan;
  readonly quantity: number;
  readonly currency: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  /** True if it will end, by any setting. */
  readonly willCancel: boolean;
  readonly trialEnd: number | null;
  /** The customer's status. Null if the subscription was read without the customer. */
  readonly taxExempt: TaxExempt | null;
  readonly defaultTaxRates: readonly ProviderTaxRate[];
  readonly itemTaxRates: readonly ProviderTaxRate[];
  readonly defaultPaymentMethod: string | null;
  readonly latestInvoiceId: string | null;
  readonly hasPendingUpdate: boolean;
  /** Null if the subscription was read without it. */
  readonly discount: ProviderDiscount | null;
  readonly created: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
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
  /** Id of another account, for example a connected account of a platform. Null for events of this account. */
  readonly account: string | null;
  readonly livemode: boolean;
  /** True if it belongs to this account and to the key's mode. */
  readonly isOurs: boolean;
  readonly objectId: string | null;
  /** The payment that a refund or a dispute is about. */
  readonly chargeId: string | null;
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
}

/** A change that is charged at once and takes effect only when paid. */
export interface ChargedChange {
  readonly itemId: string;
  /** Left out if it stays: the provider accepts an archived price only where it is not named. */
  readonly plan?: string | undefined;
  readonly quantity: number;
  readonly prorationAt: number;
  /** True when a monthly plan becomes yearly: its period begins now. */
  readonly restartPeriod: boolean;
  /** True if the discount ends with the change. */
  readonly endsDiscount?: boolean;
}

/** A change without a payment. */
interface QuietChange extends Omit<ChargedChange, "prorationAt" | "restartPeriod"> {
  /** The plan is billed from this time on, and nothing before: for a yearly term that becomes monthly. */
  readonly trialEnd?: number;
}

export interface NewSubscription {
  readonly customerId: string;
  readonly registrationId: string;
  readonly plan: string;
  readonly quantity: number;
  readonly taxRates: readonly string[];
  /** Stored with the subscription, to find it after a lost answer. */
  readonly operationId: string;
  /** True if its first invoice is paid by a later call. Until then it is incomplete. */
  readonly isPaidLater?: boolean;
  /** Id of a coupon. */
  readonly coupon?: string | undefined;
}

/** A pending invoice line: time of some seats, charged or credited. */
interface NewInvoiceItem {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly currency: string;
  readonly amount: number;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  /** Stored with the line, which has no price, to show what it pays for. */
  readonly plan: string;
  readonly quantity: number;
  readonly operationId: string;
}

/** An invoice of all pending lines of the subscription. */
interface NewInvoice {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly taxRates: readonly string[];
  /** Printed on it, in place of the customer's. */
  readonly customFields: readonly ProviderCustomField[] | null;
  readonly operationId: string;
}

/** An invoice without a subscription. Its lines are added later. */
interface NewOnceInvoice {
  readonly customerId: string;
  readonly currency: string;
  readonly taxRates: readonly string[];
  readonly registrationId: string;
  readonly operationId: string;
}

/** A line of a draft: a price that is paid once. */
interface NewPriceLine {
  readonly customerId: string;
  readonly invoiceId: string;
  readonly priceId: string;
  /** Plan of the price. Stored with the line. */
  readonly plan: string;
  readonly quantity: number;
  readonly description: string;
  /** Id of a coupon. */
  readonly coupon?: string | undefined;
  readonly operationId: string;
}

/**
 * Calls to the payment provider. Each write takes an idempotency key: the same key returns the first answer again.
 *
 * @throws ProviderFailure
 */
export interface PaymentGateway extends PaperGateway, CouponGateway, CreditGateway {
  plans(): Promise<readonly ProviderPlan[]>;
  /** Returns the active prices that are paid once and have a lookup key. */
  oncePrices(): Promise<readonly ProviderPrice[]>;
  /** Returns the active tax rates that name a country and no part of it. */
  countryRates(): Promise<readonly ProviderCountryRate[]>;
  /** Returns what a tax rate says. Its percentage never changes. */
  taxRate(id: string): Promise<ProviderTaxRate | null>;
  /** Returns null if it does not exist or was deleted. */
  customer(id: string): Promise<ProviderCustomer | null>;
  isCustomerDeleted(id: string): Promise<boolean>;
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
      /** Replaces all existing fields. */
      customFields?: readonly ProviderCustomField[];
    },
    key: string,
  ): Promise<ProviderCustomer>;
  /** Returns customers of all accounts, newest first. */
  allCustomers(page: { limit: number; startingAfter?: string }): Promise<Page<ProviderCustomer>>;
  /** Oldest first. */
  taxIds(customerId: string): Promise<readonly ProviderTaxId[]>;
  /** Fails as `invalid` with the code `tax_id_invalid` if the provider rejects the number. */
  createTaxId(customerId: string, taxId: { kind: string; value: string }, key: string): Promise<ProviderTaxId>;
  /** Succeeds if it is already deleted. */
  deleteTaxId(customerId: string, id: string, key: string): Promise<void>;

  /** Removes all personal data from the customer, including tax IDs. Invoices stay unchanged. */
  eraseCustomer(customer: ProviderCustomer, key: string): Promise<void>;

  /** Returns null also for one of a kind or quantity that cannot be stored, see `unreadableSubscription`. */
  subscription(id: string): Promise<ProviderSubscription | null>;
  /** Returns what is known of a subscription that cannot be stored, or null. */
  unreadableSubscription(id: string): Promise<Unreadable | null>;
  subscriptions(customerId: string): Promise<readonly ProviderSubscription[]>;
  createSubscription(input: NewSubscription, key: string): Promise<ProviderSubscription>;
  changeCharged(id: string, change: ChargedChange, key: string): Promise<ProviderSubscription>;
  changeQuietly(id: string, change: QuietChange, key: string): Promise<ProviderSubscription>;
  /** Ends it at once. Succeeds if it has ended already. */
  cancelSubscription(id: string, key: string): Promise<void>;
  setAutoRenewal(id: string, willCancel: boolean, key: string): Promise<ProviderSubscription>;
  setSubscriptionCard(id: string, paymentMethod: string, key: string): Promise<void>;

  preview(customerId: string, subscriptionId: string, change: ChargedChange): Promise<ProviderInvoice>;
  invoice(id: string): Promise<ProviderInvoice | null>;
  /** Newest first, in any state. */
  subscriptionInvoices(subscriptionId: string, limit: number): Promise<readonly ProviderInvoice[]>;
  addInvoiceItem(item: NewInvoiceItem, key: string): Promise<void>;
  /** Returns pending lines of all the customer's subscriptions. */
  pendingItems(customerId: string): Promise<readonly { readonly id: string; readonly operationId: string | null }[]>;
  /** Succeeds if it is already deleted. */
  deleteItem(id: string): Promise<void>;
  draftInvoice(invoice: NewInvoice, key: string): Promise<ProviderInvoice>;
  /** Makes its lines pending again. */
  deleteDraft(id: string): Promise<void>;
  /** Makes an empty draft. */
  draftOnceInvoice(invoice: NewOnceInvoice, key: string): Promise<ProviderInvoice>;
  addPriceLine(line: NewPriceLine, key: string): Promise<void>;
  /** Finalizes a draft that only `payInvoice` charges. */
  finalizeUncharged(id: string, key: string): Promise<ProviderInvoice>;
  finalizeInvoice(id: string, key: string): Promise<ProviderInvoice>;
  payInvoice(id: string, paymentMethod: string | null, key: string): Promise<ProviderInvoice>;
  voidInvoice(id: string, key: string): Promise<ProviderInvoice>;
  createSetupIntent(customerId: string, key: string): Promise<{ id: string; clientSecret: string }>;
  /** Returns the state of saving a card, or null if it does not exist. `cardId` is set once the card is saved. */
  cardSetup(
    id: string,
  ): Promise<{ customerId: string | null; status: string; cardId: string | null; isRefused: boolean } | null>;
  cards(customerId: string): Promise<readonly ProviderCard[]>;
  card(id: string): Promise<ProviderCard | null>;
  detachCard(id: string, key: string): Promise<ProviderCard>;

  /** Returns events of this account and mode since that time, oldest first, at most a thousand. */
  eventsSince(unixSeconds: number): Promise<readonly ProviderEvent[]>;
  /**
   * Returns the event if the signature matches the body and is at most five minutes old. The event may be
   * another account's.
   *
   * @throws ProviderFailure of kind `forged` otherwise.
   */
  readEvent(rawBody: Buffer, signature: string): ProviderEvent;
}
