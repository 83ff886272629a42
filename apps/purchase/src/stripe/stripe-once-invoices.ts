import type { PaymentGateway } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readInvoice } from "./stripe-reading.ts";

type OnceCalls = Pick<PaymentGateway, "draftOnceInvoice" | "addPriceLine" | "finalizeUncharged">;

/** Calls for invoices of what is paid once. */
export function stripeOnceInvoices({ stripe, call }: StripeCaller): OnceCalls {
  return {
    draftOnceInvoice: ({ customerId, currency, taxRates, registrationId, operationId }, key) =>
      call(async () =>
        readInvoice(
          await stripe.invoices.create(
            {
              customer: customerId,
              currency,
              auto_advance: false,
              // Lines of the customer's subscriptions stay on their own invoices.
              pending_invoice_items_behavior: "exclude",
              ...(taxRates.length > 0 ? { default_tax_rates: [...taxRates] } : {}),
              metadata: { operation: operationId, registration_id: registrationId },
            },
            { idempotencyKey: key },
          ),
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
      call(async () =>
        readInvoice(await stripe.invoices.finalizeInvoice(id, { auto_advance: false }, { idempotencyKey: key })),
      ),
  };
}
