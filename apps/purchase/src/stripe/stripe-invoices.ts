import type Stripe from "stripe";
import type { PaymentGateway, ProviderInvoice } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readInvoice } from "./stripe-reading.ts";
import { changedItem } from "./stripe-subscriptions.ts";

/** Fields for the state of a payment, and for the secret that the browser needs to continue it. */
const PAYMENT = ["confirmation_secret", "payments.data.payment.payment_intent"];

type Made = (work: () => Promise<Stripe.Invoice>) => Promise<ProviderInvoice>;

/** Runs a write whose answer is an invoice. */
const making =
  ({ call }: StripeCaller): Made =>
  (work) =>
    call(async () => readInvoice(await work()));

const ratesOf = (taxRates: readonly string[]) => (taxRates.length > 0 ? { default_tax_rates: [...taxRates] } : {});

export function stripeInvoices(caller: StripeCaller) {
  const { stripe, read, find } = caller;
  const made = making(caller);
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
      made(() => stripe.invoices.finalizeInvoice(id, { auto_advance: true, expand: PAYMENT }, { idempotencyKey: key })),
    payInvoice: (id, paymentMethod, key) => {
      const params = { ...(paymentMethod ? { payment_method: paymentMethod } : {}), expand: PAYMENT };
      return made(() => stripe.invoices.pay(id, params, { idempotencyKey: key }));
    },
    voidInvoice: (id, key) => made(() => stripe.invoices.voidInvoice(id, {}, { idempotencyKey: key })),
  } satisfies Partial<PaymentGateway>;
}

/** Calls for invoices of what is paid once. */
export function stripeOnceInvoices(caller: StripeCaller) {
  const { stripe, call } = caller;
  const made = making(caller);
  return {
    draftOnceInvoice: ({ customerId, currency, taxRates, registrationId, operationId }, key) =>
      made(() =>
        stripe.invoices.create(
          {
            customer: customerId,
            currency,
            auto_advance: false,
            // Lines of the customer's subscriptions stay on their own invoices.
            pending_invoice_items_behavior: "exclude",
            ...ratesOf(taxRates),
            metadata: { operation: operationId, registration_id: registrationId },
          },
          { idempotencyKey: key },
        ),
      ),
    addPriceLine: ({ customerId, invoiceId, priceId, plan, quantity, description, coupon, operationId }, key) =>
      call(async () => {
        await stripe.invoiceItems.create(
          {
            customer: customerId,
            invoice: invoiceId,
            pricing: { price: priceId },
            quantity,
            description,
            ...(coupon === undefined ? {} : { discounts: [{ coupon }] }),
            metadata: { operation: operationId, plan, quantity: String(quantity) },
          },
          { idempotencyKey: key },
        );
      }),
    finalizeUncharged: (id, key) =>
      made(() => stripe.invoices.finalizeInvoice(id, { auto_advance: false }, { idempotencyKey: key })),
  } satisfies Partial<PaymentGateway>;
}

/** Calls for invoices that this service creates line by line. */
export function stripeInvoiceDrafts(caller: StripeCaller) {
  const { stripe, call, find } = caller;
  const made = making(caller);
  return {
    addInvoiceItem: ({ customerId, subscriptionId, currency, amount, description, period, ...of }, key) =>
      call(async () => {
        await stripe.invoiceItems.create(
          {
            customer: customerId,
            subscription: subscriptionId,
            currency,
            amount,
            description,
            period: { ...period },
            // The amount is net of the subscription's discount.
            discountable: false,
            metadata: { operation: of.operationId, plan: of.plan, quantity: String(of.quantity) },
          },
          { idempotencyKey: key },
        );
      }),
    pendingItems: (customer) =>
      call(async () => {
        const { data } = await stripe.invoiceItems.list({ customer, pending: true, limit: 100 });
        return data.map(({ id, metadata }) => ({ id, operationId: metadata?.["operation"] ?? null }));
      }),
    deleteItem: async (id) => {
      await find(() => stripe.invoiceItems.del(id));
    },
    draftInvoice: ({ customerId, subscriptionId, taxRates, customFields, operationId }, key) =>
      made(() =>
        stripe.invoices.create(
          {
            customer: customerId,
            subscription: subscriptionId,
            auto_advance: false,
            discounts: "",
            // The provider does not apply the subscription's tax rates to a manual invoice.
            ...ratesOf(taxRates),
            ...(customFields ? { custom_fields: customFields.map((field) => ({ ...field })) } : {}),
            metadata: { operation: operationId },
          },
          { idempotencyKey: key },
        ),
      ),
    deleteDraft: async (id) => {
      await find(() => stripe.invoices.del(id));
    },
  } satisfies Partial<PaymentGateway>;
}
