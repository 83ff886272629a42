import type { PaymentGateway } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { readInvoice } from "./stripe-reading.ts";

type DraftCalls = Pick<
  PaymentGateway,
  "addInvoiceItem" | "pendingItems" | "deleteItem" | "draftInvoice" | "deleteDraft"
>;

/** Calls for invoices that this service creates line by line. */
export function stripeInvoiceDrafts({ stripe, call, find }: StripeCaller): DraftCalls {
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
      await find(async () => await stripe.invoiceItems.del(id));
    },
    draftInvoice: ({ customerId, subscriptionId, taxRates, customFields, operationId }, key) =>
      call(async () =>
        readInvoice(
          await stripe.invoices.create(
            {
              customer: customerId,
              subscription: subscriptionId,
              auto_advance: false,
              discounts: "",
              // The provider does not apply the subscription's tax rates to a manual invoice.
              ...(taxRates.length > 0 ? { default_tax_rates: [...taxRates] } : {}),
              ...(customFields ? { custom_fields: customFields.map((field) => ({ ...field })) } : {}),
              metadata: { operation: operationId },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    deleteDraft: async (id) => {
      await find(async () => await stripe.invoices.del(id));
    },
  };
}
