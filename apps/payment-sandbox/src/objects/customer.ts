import { newId, randomText } from "./id.ts";

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

/** Printed on each invoice of the customer. */
export interface CustomField {
  name: string;
  value: string;
}

export interface Customer {
  id: string;
  object: "customer";
  address: Address | null;
  /** Cents; negative is credit that the next invoices use up, positive is added to them. */
  balance: number;
  created: number;
  currency: string | null;
  default_source: null;
  delinquent: boolean;
  description: string | null;
  discount: null;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: {
    custom_fields: CustomField[] | null;
    default_payment_method: string | null;
    footer: string | null;
    rendering_options: null;
  };
  livemode: false;
  metadata: Record<string, string>;
  name: string | null;
  next_invoice_sequence: number;
  phone: string | null;
  preferred_locales: string[];
  shipping: null;
  tax_exempt: "none" | "exempt" | "reverse";
  test_clock: string | null;
  deleted?: true;
}

export function newCustomer(created: number, given: Partial<Customer> = {}): Customer {
  return {
    id: newId("cus"),
    object: "customer",
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    ...given,
  };
}

/** A change of a customer's balance, as the provider lists them. */
export interface BalanceTransaction {
  id: string;
  object: "customer_balance_transaction";
  amount: number;
  created: number;
  credit_note: string | null;
  currency: string;
  customer: string;
  description: string | null;
  ending_balance: number;
  invoice: string | null;
  livemode: false;
  metadata: Record<string, string>;
  type: "adjustment" | "applied_to_invoice" | "credit_note" | "invoice_too_small" | "unapplied_from_invoice";
}

export function newBalanceTransaction(
  given: Pick<BalanceTransaction, "amount" | "created" | "currency" | "customer" | "ending_balance" | "type"> &
    Partial<BalanceTransaction>,
): BalanceTransaction {
  return {
    id: newId("cbtxn"),
    object: "customer_balance_transaction",
    credit_note: null,
    description: null,
    invoice: null,
    livemode: false,
    metadata: {},
    ...given,
  };
}
