import type Stripe from "stripe";
import { newId, randomText } from "./id.ts";
import type { Stored, Wire } from "./wire.ts";

export type Address = Wire<Stripe.Address>;

/** Printed on each invoice of the customer. */
export type CustomField = Wire<Stripe.Customer.InvoiceSettings.CustomField>;

export type Customer = Stored<
  Stripe.Customer,
  "invoice_prefix" | "next_invoice_sequence" | "tax_exempt",
  { address: Address | null; currency: string | null; name: string | null; phone: string | null }
> & { deleted?: true };

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

/** One change of a customer's balance. */
export type BalanceTransaction = Stored<Stripe.CustomerBalanceTransaction>;

export function newBalanceTransaction(
  given: Pick<BalanceTransaction, "amount" | "created" | "currency" | "customer" | "ending_balance" | "type"> &
    Partial<BalanceTransaction>,
): BalanceTransaction {
  return {
    id: newId("cbtxn"),
    object: "customer_balance_transaction",
    checkout_session: null,
    credit_note: null,
    customer_account: null,
    description: null,
    invoice: null,
    livemode: false,
    metadata: {},
    ...given,
  };
}
