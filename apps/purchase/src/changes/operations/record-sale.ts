import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../../deps.ts";
import { insertSale } from "../../sales/sale-store.ts";
import { saleJob } from "../../sales/tell-sales.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import type { Buying } from "./buy.ts";

/** Stores a paid license without a subscription, with `also`, and queues its news. */
export async function recordSale(
  deps: Deps,
  { customer_id: customerId, request }: Buying,
  invoice: ProviderInvoice,
  also: (tx: Parameters<typeof insertSale>[0]) => Promise<void>,
): Promise<void> {
  const { id: invoiceId, paidAt, amountPaid, currency } = invoice;
  await inTransaction(deps.db, async (tx) => {
    await insertSale(tx, {
      invoice_id: invoiceId,
      customer_id: customerId,
      registration_id: request.buy.license,
      plan: request.plan,
      quantity: request.quantity,
      amount_cents: amountPaid,
      currency,
      paid_at: paidAt === null ? deps.clock.now() : new Date(paidAt * 1_000),
    });
    await deps.addJob(tx, saleJob, { invoiceId }, { key: `sale:${invoiceId}` });
    await also(tx);
  });
}
