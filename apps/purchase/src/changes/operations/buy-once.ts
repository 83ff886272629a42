import type { Deps } from "../../deps.ts";
import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";
import { isUnknownOutcome, ProviderFailure } from "../../stripe/provider-failure.ts";
import { refusalOfWrite } from "../../stripe/stored-refusal.ts";
import { buy, type Buying } from "./buy.ts";
import { carryOut } from "./carry-out.ts";
import { failUnmade, refusalOfPurchase, settleBuying } from "./end-buying.ts";
import { quoteDead } from "./end-charge.ts";
import { isKeyKept, keyOf } from "./operation-keys.ts";
import { advanceOperation } from "./operation-store.ts";

const INVOICES_READ = 20;

/** Finds the invoice that an earlier try made. */
async function madeBefore({ gateway }: Deps, operation: Buying): Promise<ProviderInvoice | null> {
  const { items } = await gateway.customerInvoices(operation.customer_id, { limit: INVOICES_READ });
  return items.find(({ operationId }) => operationId === operation.id) ?? null;
}

/** Deletes what the operation drafted. A line that stays would be charged with a later invoice. */
async function clearDraft({ gateway }: Deps, operation: Buying, invoiceId: string): Promise<void> {
  await gateway.deleteDraft(invoiceId);
  for (const { id, operationId } of await gateway.pendingItems(operation.customer_id)) {
    if (operationId === operation.id) await gateway.deleteItem(id);
  }
}

/** Adds the line to the draft and finalizes it. Each step has one key, so a repeat does it once. */
async function finishDraft(deps: Deps, operation: Buying, { id: invoiceId }: ProviderInvoice): Promise<void> {
  const { customer_id: customerId, id: operationId, request } = operation;
  const { plan, quantity } = request;
  const { once } = request.buy;
  if (!once) throw new Error(`operation ${operationId} is not paid once`);
  const { price: priceId, line: description } = once;
  const coupon = request.coupon?.id;
  const line = { customerId, invoiceId, priceId, plan, quantity, description, coupon, operationId };
  await deps.gateway.addPriceLine(line, keyOf(operation, "line"));
  await deps.gateway.finalizeUncharged(invoiceId, keyOf(operation, "finalize"));
}

/**
 * Carries out a purchase that is paid once, after its license is reserved: makes an invoice of its own, which
 * `settleBuying` pays if it is what was quoted to the cent.
 */
export async function buyOnce(deps: Deps, operation: Buying): Promise<void> {
  const { customer_id: customerId, id: operationId, request } = operation;
  const { license: registrationId, taxRates } = request.buy;
  const wanted = { customerId, currency: request.quote.currency, taxRates, registrationId, operationId };
  await carryOut<ProviderInvoice>(deps, operation, {
    find: () => madeBefore(deps, operation),
    send: () => deps.gateway.draftOnceInvoice(wanted, keyOf(operation, "invoice")),
    complete: async (invoice) => {
      const isDraft = invoice.status === "draft";
      try {
        // Without its key, a repeat could add the line twice.
        if (isDraft && !isKeyKept(operation, deps.clock.now())) {
          await clearDraft(deps, operation, invoice.id);
          return await failUnmade(deps, operation, quoteDead);
        }
        if (isDraft) await finishDraft(deps, operation, invoice);
      } catch (error) {
        if (!(error instanceof ProviderFailure) || isUnknownOutcome(error)) throw error;
        deps.log.error({ err: error, operation: operationId }, "the provider refuses the invoice of a purchase");
        await clearDraft(deps, operation, invoice.id);
        return await failUnmade(deps, operation, refusalOfPurchase(refusalOfWrite(error), error));
      }
      const made = { invoice: invoice.id };
      await settleBuying(deps, await advanceOperation(deps.db, buy, operation, "sent", { made }), made);
    },
    fail: (refusal, failure) => failUnmade(deps, operation, refusalOfPurchase(refusal, failure)),
  });
}
