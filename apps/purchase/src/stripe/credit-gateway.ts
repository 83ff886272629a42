/** Money that goes back, as this service uses it. Times are Unix seconds, amounts are cents. */

/** A refund for an invoice. */
interface NewCredit {
  readonly invoiceId: string;
  readonly amount: number;
  /** To the card that paid, or to the customer's balance for later invoices. */
  readonly to: "card" | "balance";
  /** Additional amount, to the balance. */
  readonly balance?: number;
  readonly operationId: string;
}

export interface ProviderCredit {
  readonly id: string;
  readonly amount: number;
  /** Null if it names no tax. */
  readonly tax: number | null;
  readonly isVoid: boolean;
  /** Refunds to the card that belong to it. */
  readonly refundIds: readonly string[];
  /** Metadata `operation`. */
  readonly operationId: string | null;
}

/** One payment attempt, as staff looks it up. */
export interface ProviderCharge {
  readonly id: string;
  readonly customerId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
}

/** A refund or a dispute of a payment. */
export interface ProviderReturn {
  readonly id: string;
  readonly kind: "refund" | "dispute";
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly reason: string | null;
  readonly created: number;
  /** Until when a dispute must be answered. Null for a refund. */
  readonly dueBy: number | null;
}

/** What was given back of a payment. */
export interface ProviderReturns {
  readonly customerId: string | null;
  readonly invoiceId: string | null;
  readonly list: readonly ProviderReturn[];
}

/** Calls about money that goes back, a part of `PaymentGateway`. */
export interface CreditGateway {
  giveBack(credit: NewCredit, key: string): Promise<ProviderCredit>;
  /** Newest first. */
  credits(invoiceId: string): Promise<readonly ProviderCredit[]>;
  /** Takes the id of a payment or of a charge. */
  charge(id: string): Promise<ProviderCharge | null>;
  /** Returns the refunds and disputes of a charge. */
  returns(chargeId: string): Promise<ProviderReturns | null>;
}
