import type { InvoiceOutcome } from "@foyer/contract/subscription-wire";
import { refuse } from "@foyer/service-kit/errors";
import { beginCharge, type Buyer, chargeMade } from "../changes/begin-charge.ts";
import type { Operation } from "../changes/operations/operation.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { outcomeWire } from "./invoice-wire.ts";

/**
 * Charges the confirmed change, which takes effect once it is paid. A repeated confirmation returns the same
 * answer, and never the answer of another confirmation.
 */
export async function createInvoice(deps: Deps, buyer: Buyer): Promise<InvoiceOutcome> {
  const { customerId, subscriptionId } = buyer;
  await reachSubscription(deps, customerId, subscriptionId);
  const operation = await awaitOperation(deps, (await beginCharge(deps, buyer)).id);
  if (operation.state === "done") await tellAccountsNow(deps, subscriptionId);
  return await answerOf(deps, operation);
}

/** Returns the answer that `createInvoice` had, or will have, for that quote. Begins no charge and continues none. */
export async function readCharge(deps: Deps, buyer: Buyer & { readonly quote: string }): Promise<InvoiceOutcome> {
  await reachSubscription(deps, buyer.customerId, buyer.subscriptionId);
  return await answerOf(deps, (await chargeMade(deps.db, buyer, buyer.quote)) ?? refuse("object.not_found"));
}

/** Refuses with the stored refusal of a failed charge. */
async function answerOf(deps: Deps, operation: Operation): Promise<InvoiceOutcome> {
  refuseUnlessDone(operation);
  const { invoice_id: invoiceId } = operation;
  const invoice = invoiceId === null ? null : await orRefuse(() => deps.gateway.invoice(invoiceId));
  if (!invoice) refuse("object.not_found");
  return outcomeWire(invoice);
}
