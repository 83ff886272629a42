import { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { carryOut } from "./carry-out.ts";
import { keyOf } from "./operation-keys.ts";
import { operationKind, type OperationOfKind, requestKind } from "./operation.ts";
import { finishOperation } from "./operation-store.ts";
import { by, twin } from "./request-parts.ts";

/** Payment of an invoice. Without a card, the default card is charged. */
export const pay = requestKind(
  "pay",
  z.object({ by, pay: z.object({ invoice: z.string(), card: z.string().nullable() }), twin }),
);
type Payment = OperationOfKind<typeof pay>;

async function complete(deps: Deps, operation: Payment, invoice: ProviderInvoice): Promise<void> {
  const end = { state: "done", now: deps.clock.now(), invoiceId: invoice.id } as const;
  const { subscriptionId } = invoice;
  if (subscriptionId === null) return await finishOperation(deps.db, operation, end);
  await syncSubscription(deps, subscriptionId, (tx) => finishOperation(tx, operation, end));
}

/** True if this try is over: the invoice is paid, or the bank requires action from the card holder. */
function isOver({ status, payment }: ProviderInvoice): boolean {
  return status === "paid" || (status === "open" && payment?.status === "requires_action");
}

/** Tries once to pay an invoice. The invoice's own status prevents a second payment. */
async function payInvoice(deps: Deps, operation: Payment): Promise<void> {
  const { pay } = operation.request;
  await carryOut<ProviderInvoice>(deps, operation, {
    find: async () => {
      const invoice = await deps.gateway.invoice(pay.invoice);
      if (!invoice) throw new Error(`invoice ${pay.invoice} of operation ${operation.id} is not at the provider`);
      if (isOver(invoice)) return invoice;
      return invoice.status === "open" ? null : "over";
    },
    send: () => deps.gateway.payInvoice(pay.invoice, pay.card, keyOf(operation, "pay")),
    complete: (invoice) => complete(deps, operation, invoice),
  });
}

export const payKind = operationKind(pay, { carryOut: payInvoice });
