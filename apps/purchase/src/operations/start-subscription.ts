import type { PurchaseDeps } from "../purchase-deps.ts";
import type { ProviderSubscription } from "../stripe/payment-gateway.ts";
import { ProviderFailure } from "../stripe/provider-failure.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { recordAct } from "../staff/act-store.ts";
import { endByFailure } from "./end-by-failure.ts";
import { isKeyKept, keyOf } from "./operation-keys.ts";
import { finishOperation } from "./operation-store.ts";
import type { Start } from "./requests.ts";

/** What an earlier try made at the provider: it carries the operation's id. */
async function findStarted(deps: PurchaseDeps, operation: Start): Promise<ProviderSubscription | null> {
  const held = await deps.gateway.subscriptions(operation.customer_id);
  return held.find(({ operationId }) => operationId === operation.id) ?? null;
}

async function complete(deps: PurchaseDeps, operation: Start, { id }: ProviderSubscription): Promise<void> {
  await syncSubscription(deps, id, async (tx, row) => {
    const after = {
      subscription: row.id,
      status: row.status,
      plan: row.paid_plan,
      quantity: row.paid_quantity,
      paid_until: row.paid_until.toISOString(),
    };
    await recordAct(tx, deps.clock.now(), operation.request.act, after);
    const outcome = { subscriptionId: row.id };
    await finishOperation(tx, operation, { state: "done", now: deps.clock.now(), outcome });
  });
}

/** Starts a subscription for a licence: there once it is paid, or not at all. */
export async function startSubscription(deps: PurchaseDeps, operation: Start): Promise<void> {
  const { request, customer_id: customerId } = operation;
  const { start, plan, quantity } = request;
  const isRepeat = operation.attempts > 1;
  const found = isRepeat ? await findStarted(deps, operation) : null;
  if (found) return await complete(deps, operation, found);
  if (!isKeyKept(operation, deps.clock.now())) return await endByFailure(deps, operation, null);
  const wanted = { customerId, registrationId: start.license, plan, quantity, taxRates: start.taxRates };
  try {
    const made = await deps.gateway.createSubscription(
      { ...wanted, operationId: operation.id },
      keyOf(operation, "start"),
    );
    await complete(deps, operation, made);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const made = await findStarted(deps, operation);
    if (made) return await complete(deps, operation, made);
    await endByFailure(deps, operation, error);
  }
}
