import type { InvoiceOutcome } from "@foyer/contract/subscription-wire";
import { refuse } from "@foyer/service-kit/errors";
import { beginCharge, type Buyer } from "../changes/begin-charge.ts";
import type { Operation } from "../changes/operations/operation.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { outcomeWire } from "./invoice-wire.ts";

/** Charges the confirmed change, which takes effect once it is paid. A repeated confirmation joins the same charge. */
export async function chargeChange(deps: Deps, buyer: Buyer): Promise<Operation> {
  const operation = await awaitOperation(deps, (await beginCharge(deps, buyer)).id);
  if (operation.state === "done") await tellAccountsNow(deps, buyer.subscriptionId);
  return operation;
}

/** Charges the confirmed change. A repeated confirmation returns the same answer, and never that of another one. */
export async function createInvoice(deps: Deps, buyer: Buyer): Promise<InvoiceOutcome> {
  await reachSubscription(deps, buyer.customerId, buyer.subscriptionId);
  const operation = await chargeChange(deps, buyer);
  refuseUnlessDone(operation);
  const { invoice_id: invoiceId } = operation;
  const invoice = invoiceId === null ? null : await orRefuse(() => deps.gateway.invoice(invoiceId));
  if (!invoice) refuse("object.not_found");
  return outcomeWire(invoice);
}
