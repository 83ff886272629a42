import type { PaymentGateway } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readInvoice } from "./stripe-reading.ts";
import { changedItem } from "./stripe-subscriptions.ts";

type InvoiceCalls = Pick<
  PaymentGateway,
  "preview" | "invoice" | "subscriptionInvoices" | "finalizeInvoice" | "payInvoice" | "voidInvoice"
>;

/** Fields for the state of a payment, and for the secret that the browser needs to continue it. */
const PAYMENT = ["confirmation_secret", "payments.data.payment.payment_intent"];

export function stripeInvoices({ stripe, call, read, find }: StripeCaller): InvoiceCalls {
  return {
    preview: (customer, subscription, change) =>
      read(async () =>
        readInvoice(
          await stripe.invoices.createPreview({
            customer,
            subscription,
            ...(change.endsDiscount ? { discounts: "" } : {}),
            subscription_details: {
              items: [changedItem(change)],
              proration_behavior: "always_invoice",
              proration_date: change.prorationAt,
              ...(change.restartPeriod ? { billing_cycle_anchor: { type: "now" } } : {}),
            },
          }),
        ),
      ),
    invoice: (id) => find(async () => readInvoice(await stripe.invoices.retrieve(id, { expand: PAYMENT }))),
    subscriptionInvoices: (subscription, limit) =>
      read(async () => (await stripe.invoices.list({ subscription, limit })).data.map(readInvoice)),
    finalizeInvoice: (id, key) =>
      call(async () =>
        readInvoice(
          await stripe.invoices.finalizeInvoice(id, { auto_advance: true, expand: PAYMENT }, { idempotencyKey: key }),
        ),
      ),
    payInvoice: (id, paymentMethod, key) =>
      call(async () =>
        readInvoice(
          await stripe.invoices.pay(
            id,
            { ...(paymentMethod ? { payment_method: paymentMethod } : {}), expand: PAYMENT },
            { idempotencyKey: key },
          ),
        ),
      ),
    voidInvoice: (id, key) =>
      call(async () => readInvoice(await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: key }))),
  };
}
