import type Stripe from "stripe";
import { newId, randomText } from "./id.ts";
import type { Stored } from "./wire.ts";

export type PaymentIntent = Stored<Stripe.PaymentIntent, "client_secret" | "customer"> & {
  sandbox: { invoice: string };
};

export function newPaymentIntent(
  given: Pick<PaymentIntent, "amount" | "created" | "currency" | "customer" | "sandbox"> & Partial<PaymentIntent>,
): PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomText()}`,
    confirmation_method: "automatic",
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_group: null,
    ...given,
  };
}

/** Links an invoice to the payment intent that pays it. */
export type InvoicePayment = Stored<Stripe.InvoicePayment>;

export function newInvoicePayment(intent: PaymentIntent): InvoicePayment {
  return {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: intent.amount,
    created: intent.created,
    currency: intent.currency,
    invoice: intent.sandbox.invoice,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
