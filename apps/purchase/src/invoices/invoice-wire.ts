import { refusals } from "@foyer/contract/refusals";
import type { Invoice, InvoiceOutcome, paymentFailure } from "@foyer/contract/subscription-wire";
import type { z } from "zod";
import type { Operation } from "../changes/operations/operation.ts";
import type { Deps } from "../deps.ts";
import type { ProviderInvoice } from "../stripe/payment-gateway.ts";
import { sentenceOf, type StoredRefusal } from "../stripe/stored-refusal.ts";

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

interface OperationWire {
  readonly client_secret?: string;
  readonly failure?: z.infer<typeof paymentFailure>;
  readonly invoice?: Invoice;
}

/**
 * Returns what became of an operation that charges: the secret for the bank, why it failed, or the paid invoice. Leaves out the
 * invoice while the provider does not answer.
 */
export async function operationWire(
  { gateway }: Pick<Deps, "gateway">,
  { state, outcome, invoice_id: id }: Pick<Operation, "state" | "outcome" | "invoice_id">,
): Promise<OperationWire> {
  const { clientSecret, refusal } = outcome ?? {};
  if (state === "waiting") return clientSecret ? { client_secret: clientSecret } : {};
  if (state === "failed") return refusal ? { failure: failureWire(refusal) } : {};
  if (state !== "done" || id === null) return {};
  const invoice = await gateway.invoice(id).catch(() => null);
  return invoice ? { invoice: invoiceWire(invoice) } : {};
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
