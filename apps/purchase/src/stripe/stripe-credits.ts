import type Stripe from "stripe";
import type { PaymentGateway, ProviderCharge, ProviderCredit } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { idOf } from "./stripe-reading.ts";

type CreditCalls = Pick<PaymentGateway, "giveBack" | "credits" | "charge">;

function readCredit({ id, amount, metadata }: Stripe.CreditNote): ProviderCredit {
  return { id, amount, operationId: metadata?.["operation"] ?? null };
}

function readCharge({ id, customer, amount, currency, status }: Stripe.Charge | Stripe.PaymentIntent): ProviderCharge {
  return { id, customerId: idOf(customer), amount, currency, status };
}

export function stripeCredits({ stripe, call, find }: StripeCaller): CreditCalls {
  return {
    giveBack: ({ invoiceId, amount, to, operationId }, key) =>
      call(async () =>
        readCredit(
          await stripe.creditNotes.create(
            {
              invoice: invoiceId,
              amount,
              ...(to === "card" ? { refund_amount: amount } : { credit_amount: amount }),
              metadata: { operation: operationId },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    credits: (invoice) =>
      call(async () => (await stripe.creditNotes.list({ invoice, limit: 100 })).data.map(readCredit)),
    charge: (id) =>
      find(async () =>
        readCharge(id.startsWith("pi_") ? await stripe.paymentIntents.retrieve(id) : await stripe.charges.retrieve(id)),
      ),
  };
}
