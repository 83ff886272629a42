/** Papers of the payment provider as this service uses them. Times are Unix seconds, amounts are cents. */

export interface ProviderCustomField {
  readonly name: string;
  readonly value: string;
}

export interface ProviderLine {
  readonly id: string;
  /** Before `discount`. */
  readonly amount: number;
  /** Taken off `amount`. */
  readonly discount: number;
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
  /** Sum of the lines, less their discounts. */
  readonly subtotal: number;
  readonly total: number;
  /** Part of `total`. */
  readonly tax: number;
  /** Ids of the tax rates, also of those that charge nothing. */
  readonly taxRates: readonly string[];
  /** Printed on it. */
  readonly customFields: readonly ProviderCustomField[];
  readonly amountDue: number;
  /** The customer's balance before this invoice: negative is credit, positive is debt. */
  readonly startingBalance: number;
  readonly amountPaid: number;
  /** Unix seconds, null while unpaid. */
  readonly paidAt: number | null;
  /** Sum of credit notes: reductions and refunds. */
  readonly credited: number;
  readonly billingReason: string | null;
  /** Metadata `operation`: the operation that created it. Null for the provider's own invoices. */
  readonly operationId: string | null;
  readonly attempted: boolean;
  readonly nextPaymentAttempt: number | null;
  readonly hostedUrl: string | null;
  readonly pdfUrl: string | null;
  readonly lines: readonly ProviderLine[];
  /** Null unless requested. */
  readonly clientSecret: string | null;
  /** The latest payment attempt. Null without one, and unless requested. */
  readonly payment: ProviderPayment | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
}

/** A credit note: what an invoice was lowered by, or what was given back of it. */
export interface ProviderCreditNote {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly created: number;
  readonly currency: string;
  readonly total: number;
  /** Part of `total`. Null if it names no tax. */
  readonly tax: number | null;
  /** Part of `total` that was given back to a card. */
  readonly refunded: number;
  readonly pdfUrl: string | null;
  /** Null if the provider no longer has it. */
  readonly invoice: ProviderInvoice | null;
}

/** A page of a list, newest first. Without `startingAfter` the first one. */
export interface PapersWanted {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  /** Unix seconds: from the first, and before the second. */
  readonly created?: { readonly from: number; readonly before: number } | undefined;
}

/** Calls about papers, a part of `PaymentGateway`. */
export interface PaperGateway {
  /** With `subscription` only those of that subscription. */
  customerInvoices(
    customerId: string,
    page: PapersWanted & { readonly subscription?: string },
  ): Promise<Page<ProviderInvoice>>;
  customerCreditNotes(customerId: string, page: PapersWanted): Promise<Page<ProviderCreditNote>>;
  /** Returns the invoices of that number, as it is printed. New ones may be missing for a minute. */
  invoicesByNumber(number: string): Promise<readonly ProviderInvoice[]>;
  /** Returns the customer of an invoice or a credit note, null if there is no such paper. */
  customerOfPaper(id: string): Promise<string | null>;
  /**
   * Returns the PDF at an address that the provider gave, or null if there is none.
   *
   * @throws ProviderFailure of kind `unavailable` if it does not answer in time, `invalid` for an address elsewhere.
   */
  paper(url: string): Promise<Buffer | null>;
  /** Replaces the fields that a draft prints. */
  setInvoiceFields(id: string, fields: readonly ProviderCustomField[], key: string): Promise<void>;
}
