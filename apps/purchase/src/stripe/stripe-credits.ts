import type Stripe from "stripe";
import type { PaymentGateway, ProviderCharge, ProviderCredit } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { idOf, taxOfNote } from "./stripe-reading.ts";

type CreditCalls = Pick<PaymentGateway, "giveBack" | "credits" | "charge">;

function readCredit(note: Stripe.CreditNote): ProviderCredit {
  const { id, amount, metadata, status } = note;
  return { id, amount, tax: taxOfNote(note), isVoid: status === "void", operationId: metadata?.["operation"] ?? null };
}

function readCharge({ id, customer, amount, currency, status }: Stripe.Charge | Stripe.PaymentIntent): ProviderCharge {
  return { id, customerId: idOf(customer), amount, currency, status };
}

/** Splits a credit note between card and balance. */
function split(
  amount: number,
  to: "card" | "balance",
  balance: number,
): Pick<Stripe.CreditNoteCreateParams, "refund_amount" | "credit_amount"> {
  const [refund, credit] = to === "card" ? [amount, balance] : [0, amount + balance];
  return { ...(refund > 0 ? { refund_amount: refund } : {}), ...(credit > 0 ? { credit_amount: credit } : {}) };
}

export function stripeCredits({ stripe, call, read, find }: StripeCaller): CreditCalls {
  return {
    giveBack: ({ invoiceId, amount, to, balance = 0, operationId }, key) =>
      call(async () =>
        readCredit(
          await stripe.creditNotes.create(
            {
              invoice: invoiceId,
              amount: amount + balance,
              ...split(amount, to, balance),
              metadata: { operation: operationId },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    credits: (invoice) =>
      read(async () => (await stripe.creditNotes.list({ invoice, limit: 100 })).data.map(readCredit)),
    charge: (id) =>
      find(async () =>
        readCharge(id.startsWith("pi_") ? await stripe.paymentIntents.retrieve(id) : await stripe.charges.retrieve(id)),
      ),
  };
}
