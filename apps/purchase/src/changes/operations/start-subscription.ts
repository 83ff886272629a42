import { z } from "zod";
import type { Deps } from "../../deps.ts";
import type { ProviderSubscription } from "../../stripe/payment-gateway.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { carryOut } from "./carry-out.ts";
import { keyOf } from "./operation-keys.ts";
import { operationKind, type OperationOfKind, requestKind } from "./operation.ts";
import { finishOperation } from "./operation-store.ts";
import { actDraft, recordAct, seats, twin } from "./request-parts.ts";

/** A new subscription for a license. */
export const start = requestKind(
  "start",
  seats.extend({
    start: z.object({ license: z.string(), taxRates: z.array(z.string()) }),
    act: actDraft.exactOptional(),
    twin,
  }),
);
type Start = OperationOfKind<typeof start>;

/** Finds the subscription that an earlier try created, by the operation's id. */
async function findStarted(deps: Deps, operation: Start): Promise<ProviderSubscription | null> {
  const held = await deps.gateway.subscriptions(operation.customer_id);
  return held.find(({ operationId }) => operationId === operation.id) ?? null;
}

async function complete(deps: Deps, operation: Start, { id }: ProviderSubscription): Promise<void> {
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

/** Starts a subscription for a license. It exists only if its first payment succeeds. */
async function startSubscription(deps: Deps, operation: Start): Promise<void> {
  const { request, customer_id: customerId } = operation;
  const { start, plan, quantity } = request;
  const wanted = { customerId, registrationId: start.license, plan, quantity, taxRates: start.taxRates };
  await carryOut<ProviderSubscription>(deps, operation, {
    find: () => findStarted(deps, operation),
    send: () => deps.gateway.createSubscription({ ...wanted, operationId: operation.id }, keyOf(operation, "start")),
    complete: (made) => complete(deps, operation, made),
  });
}

export const startKind = operationKind(start, { carryOut: startSubscription });
