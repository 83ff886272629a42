import { refusals } from "@foyer/contract/refusals";
import type { Invoice, InvoiceOutcome, paymentFailure } from "@foyer/contract/subscription-wire";
import { sentenceOf, type StoredRefusal } from "../stripe/stored-refusal.ts";
import type { z } from "zod";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";

export function invoiceWire(invoice: ProviderInvoice): Invoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: invoice.status,
    total: invoice.total,
    currency: invoice.currency,
    created: invoice.created,
    hosted_invoice_url: invoice.hostedUrl,
    invoice_pdf: invoice.pdfUrl,
    amount_due: invoice.amountDue,
    ...(invoice.credited > 0 && { credited: invoice.credited }),
    subscription: invoice.subscriptionId,
  };
}

/** Includes the client secret if the bank requires action from the card holder. */
export function outcomeWire(invoice: ProviderInvoice): InvoiceOutcome {
  const { clientSecret, payment, status } = invoice;
  const asks = status === "open" && payment?.status === "requires_action" && clientSecret !== null;
  return { invoice: invoiceWire(invoice), ...(asks ? { requires_action: { client_secret: clientSecret } } : {}) };
}

/** Returns why nothing was paid, in its wire form. */
export function failureWire(refusal: StoredRefusal): z.infer<typeof paymentFailure> {
  const { code } = refusals[refusal.name];
  return {
    code: typeof code === "number" ? code : refusals.internal.code,
    name: refusal.name,
    message: sentenceOf(refusal),
  };
}
