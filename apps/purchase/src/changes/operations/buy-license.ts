import { Refusal } from "@foyer/service-kit/errors";
import type { Deps } from "../../deps.ts";
import { printingReference } from "../../references/print-reference.ts";
import type { ProviderSubscription } from "../../stripe/payment-gateway.ts";
import { buy, type Buying } from "./buy.ts";
import { buyOnce } from "./buy-once.ts";
import { carryOut } from "./carry-out.ts";
import { failUnmade, refusalOfPurchase, settleBuying } from "./end-buying.ts";
import { quoteDead } from "./end-charge.ts";
import { keyOf } from "./operation-keys.ts";
import { operationKind } from "./operation.ts";
import { advanceOperation } from "./operation-store.ts";

const SENT_WITHIN_MS = 3_600 * 1_000;

/**
 * Carries out a purchase, continuing from the last try.
 *
 * 1. Reserves the license in the accounts service, so that nothing is charged that could get none.
 * 2. Creates the subscription, which is incomplete until its first invoice is paid; or, for what is paid once, an invoice.
 * 3. Pays that invoice, if it is what was quoted to the cent. Otherwise the subscription ends and nothing is charged.
 */
async function buyLicense(deps: Deps, operation: Buying): Promise<void> {
  const { made } = operation.request;
  if (made) return await settleBuying(deps, operation, made);
  const isLate = deps.clock.now().getTime() - operation.created_at.getTime() > SENT_WITHIN_MS;
  if (operation.recovery_point !== "sent" && isLate) return await failUnmade(deps, operation, quoteDead);
  const ready = operation.recovery_point === "sent" ? operation : await reserve(deps, operation);
  if (!ready) return;
  if (ready.request.buy.once) return await buyOnce(deps, ready);
  const { customer_id: customerId, request } = ready;
  const { plan, quantity, coupon } = request;
  const { license: registrationId, taxRates } = request.buy;
  const operationId = ready.id;
  const wanted = {
    customerId,
    registrationId,
    plan,
    quantity,
    taxRates,
    operationId,
    isPaidLater: true,
    coupon: coupon?.id,
  };
  await carryOut<ProviderSubscription>(deps, ready, {
    find: async () =>
      (await deps.gateway.subscriptions(customerId)).find(({ operationId }) => operationId === ready.id) ?? null,
    send: () =>
      printingReference(deps, ready, request.buy.reference ?? null, () =>
        deps.gateway.createSubscription(wanted, keyOf(ready, "buy")),
      ),
    complete: async ({ id: subscription, latestInvoiceId: invoice }) => {
      if (invoice === null) throw new Error(`the subscription of operation ${ready.id} has no invoice`);
      const known = { subscription, invoice };
      await settleBuying(deps, await advanceOperation(deps.db, buy, ready, "sent", { made: known }), known);
    },
    fail: (refusal, failure) => failUnmade(deps, ready, refusalOfPurchase(refusal, failure)),
  });
}

/** Reserves the license. Returns null if the buyer may no longer buy it, which ends the purchase. */
async function reserve(deps: Deps, operation: Buying): Promise<Buying | null> {
  const { account, buy: wanted, quote } = operation.request;
  try {
    await deps.accounts.reserveLicense({
      registration_id: wanted.license,
      omni_id: account,
      customer_id: operation.customer_id,
      is_return: wanted.isReturn,
      ...(wanted.isTrial ? { is_trial: true } : {}),
      ...(wanted.release ? { release: wanted.release } : {}),
      description: wanted.product,
      amount: quote.total,
      currency: quote.currency,
    });
  } catch (error) {
    const isRefused =
      error instanceof Refusal && (error.refusal === "object.not_found" || error.refusal === "subscription.forbidden");
    if (!isRefused) throw error;
    await failUnmade(deps, operation, error.named);
    return null;
  }
  return await advanceOperation(deps.db, buy, operation, "sent");
}

export const buyKind = operationKind(buy, { carryOut: buyLicense });
