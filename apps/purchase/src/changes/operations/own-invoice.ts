import type { Deps } from "../../deps.ts";
import { withReference } from "../../references/reference-field.ts";
import { referenceOfSubscription } from "../../references/reference-store.ts";
import type { ProviderCustomField, ProviderInvoice, ProviderSubscription } from "../../stripe/payment-gateway.ts";
import { isUnknownOutcome, ProviderFailure } from "../../stripe/provider-failure.ts";
import { taxRatesOf } from "../../subscriptions/renewal-amount.ts";
import { heldSubscription, planById } from "../../subscriptions/subscription-store.ts";
import { type HeldSubscription, isPaidAsTrial } from "../../subscriptions/subscription-wire.ts";
import { ownAmounts } from "../quotes/own-amounts.ts";
import type { Charge } from "./charge.ts";
import { isKeyKept, keyOf, repeatableKeyOf } from "./operation-keys.ts";

const INVOICES_READ = 20;

/**
 * True if the provider treats the rest of a paid term as a trial. It does so after a switch was recorded. It
 * prorates nothing during a trial, so this service creates the invoice of a change.
 */
export function isInFreeBeginning({ status, trialEnd, periodEnd }: ProviderSubscription): boolean {
  return status === "trialing" && trialEnd === periodEnd;
}

/**
 * Returns the current price of the change and its lines by our own arithmetic, or null if the quoted change
 * is no longer possible.
 */
async function amountsOf(deps: Deps, { subject: id, request }: Charge) {
  const { db } = deps;
  const [held, to] = await Promise.all([heldSubscription(db, id), planById(db, request.plan)]);
  const { quote } = request;
  if (!held || !to || to.id !== held.plan.id || !isPaidAsTrial(held.row)) return null;
  const customer = await deps.gateway.customer(held.row.customer_id);
  const amounts = ownAmounts(held, to, request.quantity, quote.prorationAt, customer?.balance ?? 0);
  return { held, quote, amounts };
}

/** True if the change still costs what was quoted. */
export async function isOwnAsQuoted(deps: Deps, operation: Charge): Promise<boolean> {
  const own = await amountsOf(deps, operation);
  if (!own) return false;
  const { quote, amounts } = own;
  return amounts.subtotal === quote.subtotal && amounts.tax === quote.tax && amounts.due === quote.total;
}

async function madeBefore(deps: Deps, operation: Charge): Promise<ProviderInvoice | null> {
  if (operation.attempts <= 1) return null;
  const invoices = await deps.gateway.subscriptionInvoices(operation.subject, INVOICES_READ);
  return invoices.find(({ operationId }) => operationId === operation.id) ?? null;
}

/** Creates the draft: a credit for the paid quantity and a charge for the new one, both for the remaining time. */
async function draft(deps: Deps, operation: Charge): Promise<ProviderInvoice | null> {
  const own = await amountsOf(deps, operation);
  if (!own || !isKeyKept(operation, deps.clock.now())) return null;
  const { held, quote, amounts } = own;
  const { id: subscriptionId, customer_id: customerId, currency, paid_quantity: paid } = held.row;
  const common = { customerId, subscriptionId, currency, plan: held.plan.id, operationId: operation.id };
  const [credit, debit] = amounts.lines;
  if (!credit || !debit) throw new Error(`operation ${operation.id} has no lines`);
  // Sequential calls keep the order of the lines on the invoice.
  await deps.gateway.addInvoiceItem({ ...common, ...credit, quantity: paid }, keyOf(operation, "credit"));
  await deps.gateway.addInvoiceItem(
    { ...common, ...debit, quantity: operation.request.quantity },
    keyOf(operation, "debit"),
  );
  const taxRates = taxRatesOf(held).map(({ id }) => id);
  const made = await deps.gateway.draftInvoice(
    { customerId, subscriptionId, taxRates, customFields: await ownFields(deps, held.row), operationId: operation.id },
    keyOf(operation, "invoice"),
  );
  return made.subtotal === quote.subtotal && made.total - made.subtotal === quote.tax ? made : null;
}

/** Returns the fields of an invoice with its subscription's own reference, or null if the customer's are printed. */
async function ownFields(
  { db, gateway }: Deps,
  { id, customer_id: customerId }: Pick<HeldSubscription["row"], "id" | "customer_id">,
): Promise<ProviderCustomField[] | null> {
  const reference = await referenceOfSubscription(db, id);
  const customer = reference === null ? null : await gateway.customer(customerId);
  return customer && reference !== null ? withReference(customer, reference) : null;
}

/**
 * Returns the invoice of a change that the provider does not prorate. Returns null if it cannot be created as quoted.
 */
export async function ownInvoice(deps: Deps, operation: Charge): Promise<ProviderInvoice | null> {
  return (await madeBefore(deps, operation)) ?? (await draft(deps, operation));
}

/** Tries to pay the draft. The invoice's status shows the result. */
export async function payOwnInvoice(deps: Deps, operation: Charge, { id, status }: ProviderInvoice): Promise<void> {
  if (status !== "draft") return;
  try {
    await deps.gateway.payInvoice(id, null, repeatableKeyOf(operation, "pay"));
  } catch (error) {
    if (!(error instanceof ProviderFailure) || isUnknownOutcome(error)) throw error;
  }
}

/** Deletes the draft and its lines if the invoice was not finalized. */
export async function clearOwnInvoice(deps: Deps, operation: Charge): Promise<void> {
  const invoices = await deps.gateway.subscriptionInvoices(operation.subject, INVOICES_READ);
  for (const { id, status, operationId } of invoices) {
    if (operationId === operation.id && status === "draft") await deps.gateway.deleteDraft(id);
  }
  for (const { id, operationId } of await deps.gateway.pendingItems(operation.customer_id)) {
    if (operationId === operation.id) await deps.gateway.deleteItem(id);
  }
}
