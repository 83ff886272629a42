import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { contactsFor } from "../billing-contacts/billing-contact-store.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { tellInvoiceJob } from "../notices/tell-invoice.ts";
import { referenceOfSubscription } from "../references/reference-store.ts";
import { printDraftJob } from "../references/print-reference.ts";
import { syncReturnsJob } from "../returns/sync-returns.ts";
import type { ProviderEvent } from "../stripe/payment-gateway.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { insertEvent } from "./event-store.ts";
import { syncCustomerJob, syncSubscriptionJob } from "./sync-jobs.ts";

/** Stores an event and queues its work in one transaction. Returns false if it was stored before. */
export async function storeEvent(deps: Deps, event: ProviderEvent): Promise<boolean> {
  return await inTransaction(deps.db, async (tx) => {
    if (!(await insertEvent(tx, event, deps.clock.now()))) return false;
    const { subscriptionId, customerId, objectId: invoiceId } = event;
    if (event.type.startsWith("invoice.") && invoiceId !== null) await queueForInvoice(deps, tx, event, invoiceId);
    if (event.chargeId !== null && isReturn(event.type)) {
      const { chargeId } = event;
      await deps.addJob(tx, syncReturnsJob, { chargeId }, { key: `returns:${chargeId}` });
    }
    if (subscriptionId !== null) {
      await deps.addJob(tx, syncSubscriptionJob, { subscriptionId }, { key: `subscription:${subscriptionId}` });
    } else if (customerId !== null && concernsCustomer(event.type)) {
      await deps.addJob(tx, syncCustomerJob, { customerId }, { key: `customer:${customerId}` });
    }
    return true;
  });
}

/** True for events about money that was given back. */
const isReturn = (type: string): boolean => /^(refund\.|charge\.(refund|dispute))/.test(type);

/** Queues further work for an invoice: printing its reference, and mails to billing contacts. */
async function queueForInvoice(
  { addJob }: Deps,
  tx: Queryable<PurchaseTables>,
  { type, subscriptionId, customerId }: ProviderEvent,
  invoiceId: string,
): Promise<void> {
  // A renewal's invoice is a draft for about an hour.
  if (type === "invoice.created" && subscriptionId !== null) {
    const reference = await referenceOfSubscription(tx, subscriptionId);
    if (reference !== null) await addJob(tx, printDraftJob, { invoiceId });
  }
  if (type === "invoice.paid" && customerId !== null) {
    const contacts = await contactsFor(tx, customerId, "invoices");
    if (contacts.length > 0) await addJob(tx, tellInvoiceJob, { invoiceId });
  }
}

/**
 * True for events that name no subscription but affect a customer: payments, and saved cards that may become
 * the default.
 */
function concernsCustomer(type: string): boolean {
  return /^(payment_intent|setup_intent|payment_method|customer)\./.test(type);
}

/**
 * Processes one event from the provider: stores it before the answer, and works on it afterwards. Refuses an
 * event of another account or mode, because its ids do not belong to us.
 */
export async function takeProviderEvent(deps: Deps, rawBody: Buffer, signature: unknown): Promise<void> {
  if (typeof signature !== "string") refuse("input.malformed", { reason: "signature_missing" });
  let event: ProviderEvent;
  try {
    event = deps.gateway.readEvent(rawBody, signature);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    refuse("input.malformed", { reason: "signature_wrong" });
  }
  if (!event.isOurs) {
    const { id, type, account, livemode } = event;
    deps.log.warn({ event: id, type, account, livemode }, "an event of another account or mode was refused");
    refuse("input.malformed", { reason: "event_of_another" });
  }
  if (!isKeepable(event)) refuse("input.malformed", { reason: "event_unknown" });
  await storeEvent(deps, event);
}

/** Ids and types as the provider makes them: they fit into an index, and PostgreSQL can store them. */
const PROVIDER_NAME = /^[\x21-\x7e]{1,255}$/;

function isKeepable({ id, type, objectId, subscriptionId, customerId, created }: ProviderEvent): boolean {
  const names = [id, type, objectId, subscriptionId, customerId].filter((name) => name !== null);
  return (
    names.every((name) => PROVIDER_NAME.test(name)) && Number.isSafeInteger(created) && created >= 0 && created < 1e11
  );
}
