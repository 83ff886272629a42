import type Stripe from "stripe";
import type { PaymentGateway, ProviderCharge, ProviderCredit, ProviderReturn } from "./payment-gateway.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { idOf, taxOfNote } from "./stripe-reading.ts";

function readCredit(note: Stripe.CreditNote): ProviderCredit {
  const { id, amount, metadata, status } = note;
  const refundIds = note.refunds.flatMap(({ refund }) => idOf(refund) ?? []);
  const operationId = metadata?.["operation"] ?? null;
  return { id, amount, tax: taxOfNote(note), isVoid: status === "void", refundIds, operationId };
}

function readCharge({ id, customer, amount, currency, status }: Stripe.Charge | Stripe.PaymentIntent): ProviderCharge {
  return { id, customerId: idOf(customer), amount, currency, status };
}

function readRefund({ id, amount, currency, status, reason, created }: Stripe.Refund): ProviderReturn {
  const known = { status: status ?? "pending", reason: reason ?? null };
  return { id, kind: "refund", amount, currency, ...known, created, dueBy: null };
}

function readDispute(dispute: Stripe.Dispute): ProviderReturn {
  const { id, amount, currency, status, reason, created } = dispute;
  return { id, kind: "dispute", amount, currency, status, reason, created, dueBy: dispute.evidence_details.due_by };
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

export function stripeCredits({ stripe, call, read, find }: StripeCaller) {
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
    returns: (id) =>
      find(async () => {
        const { customer, payment_intent: intent } = await stripe.charges.retrieve(id);
        const payment = idOf(intent);
        const [refunds, disputes, payments] = await Promise.all([
          stripe.refunds.list({ charge: id, limit: 100 }),
          stripe.disputes.list({ charge: id, limit: 100 }),
          payment === null
            ? { data: [] }
            : stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent: payment }, limit: 1 }),
        ]);
        const invoiceId = idOf(payments.data[0]?.invoice);
        return {
          customerId: idOf(customer),
          invoiceId,
          list: [...refunds.data.map(readRefund), ...disputes.data.map(readDispute)],
        };
      }),
    charge: (id) =>
      find(async () =>
        readCharge(id.startsWith("pi_") ? await stripe.paymentIntents.retrieve(id) : await stripe.charges.retrieve(id)),
      ),
  } satisfies Partial<PaymentGateway>;
}
