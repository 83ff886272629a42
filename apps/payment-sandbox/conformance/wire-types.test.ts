import type Stripe from "stripe";
import { expect, test } from "vitest";
import type { Charge } from "../src/objects/charge.ts";
import type { CreditNote } from "../src/objects/credit-note.ts";
import type { Customer } from "../src/objects/customer.ts";
import type { InvoiceItem } from "../src/objects/invoice-item.ts";
import type { InvoiceLine } from "../src/objects/invoice-line.ts";
import type { Invoice } from "../src/objects/invoice.ts";
import type { InvoicePayment, PaymentIntent } from "../src/objects/payment-intent.ts";
import type { PaymentMethod } from "../src/objects/payment-method.ts";
import type { Plan, Price, Product } from "../src/objects/plan.ts";
import type { Refund } from "../src/objects/refund.ts";
import type { SetupIntent } from "../src/objects/setup-intent.ts";
import type { Subscription, SubscriptionItem } from "../src/objects/subscription.ts";
import type { TaxId } from "../src/objects/tax-id.ts";
import type { TaxRate } from "../src/objects/tax-rate.ts";

type Plain = string | number | boolean | null | undefined;
/** The client's types as they stand on the wire: decimals are texts, and what can be expanded is its id. */
type Wire<T> = T extends Plain
  ? T
  : T extends { toFixed: unknown; cmp: unknown } | Stripe.Decimal
    ? string
    : T extends Stripe.ApiList<infer U>
      ? { object: "list"; data: Wire<U>[]; has_more: boolean; url: string }
      : T extends (infer U)[]
        ? WireField<U>[]
        : T extends object
          ? { [K in keyof T]: WireField<T[K]> }
          : T;
type WireField<T> =
  string extends Extract<T, string>
    ? Extract<T, { object: string }> extends never
      ? Wire<T>
      : Extract<T, Plain>
    : Wire<T>;

/** Compiles only if each of our objects has every field that the provider's type demands, of the kind that it demands. */
interface Fits {
  charge: Omit<Charge, "payment_method_details"> extends Wire<Omit<Stripe.Charge, "payment_method_details">>
    ? true
    : false;
  creditNote: CreditNote extends Wire<Stripe.CreditNote> ? true : false;
  customer: Omit<Customer, "deleted"> extends Wire<Omit<Stripe.Customer, "deleted">> ? true : false;
  invoice: Omit<Invoice, "lines"> extends Wire<Omit<Stripe.Invoice, "lines">> ? true : false;
  invoiceItem: InvoiceItem extends Wire<Stripe.InvoiceItem> ? true : false;
  invoiceLine: InvoiceLine extends Wire<Stripe.InvoiceLineItem> ? true : false;
  invoicePayment: InvoicePayment extends Wire<Stripe.InvoicePayment> ? true : false;
  paymentIntent: Omit<PaymentIntent, "last_payment_error"> extends Wire<
    Omit<Stripe.PaymentIntent, "last_payment_error">
  >
    ? true
    : false;
  paymentMethod: PaymentMethod extends Wire<Stripe.PaymentMethod> ? true : false;
  plan: Plan extends Wire<Stripe.Plan> ? true : false;
  price: Price extends Wire<Stripe.Price> ? true : false;
  product: Product extends Wire<Stripe.Product> ? true : false;
  refund: Refund extends Wire<Stripe.Refund> ? true : false;
  setupIntent: Omit<SetupIntent, "last_setup_error"> extends Wire<Omit<Stripe.SetupIntent, "last_setup_error">>
    ? true
    : false;
  subscription: Omit<Subscription, "items" | "pending_update"> extends Wire<
    Omit<Stripe.Subscription, "items" | "pending_update">
  >
    ? true
    : false;
  subscriptionItem: SubscriptionItem extends Wire<Stripe.SubscriptionItem> ? true : false;
  taxId: TaxId extends Wire<Stripe.TaxId> ? true : false;
  taxRate: TaxRate extends Wire<Stripe.TaxRate> ? true : false;
}

const FITS: { [K in keyof Fits]: Fits[K] } & Record<string, true> = {
  charge: true,
  creditNote: true,
  customer: true,
  invoice: true,
  invoiceItem: true,
  invoiceLine: true,
  invoicePayment: true,
  paymentIntent: true,
  paymentMethod: true,
  plan: true,
  price: true,
  product: true,
  refund: true,
  setupIntent: true,
  subscription: true,
  subscriptionItem: true,
  taxId: true,
  taxRate: true,
};

test("every object has the fields of the provider's type (checked by the compiler)", () => {
  expect(Object.keys(FITS)).toHaveLength(18);
});
