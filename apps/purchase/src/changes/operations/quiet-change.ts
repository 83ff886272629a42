import type { Queryable } from "@foyer/service-kit/db";
import type { PurchaseTables } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { ProviderSubscription } from "../../stripe/payment-gateway.ts";
import type { StoredRefusal } from "../../stripe/stored-refusal.ts";
import type { SubscriptionRow } from "../../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../../subscriptions/sync-subscription.ts";
import { carryOut } from "./carry-out.ts";
import { finishOperation } from "./operation-store.ts";
import type { Operation } from "./operation.ts";

const notMade: StoredRefusal = { name: "subscription.forbidden", reason: "not_reached" };

interface QuietSteps {
  readonly send: () => Promise<ProviderSubscription>;
  readonly isMade: (subscription: ProviderSubscription) => boolean;
  readonly also?: (tx: Queryable<PurchaseTables>, row: SubscriptionRow) => Promise<void>;
}

/**
 * Carries out a change without a payment. The call sets a state, so it is safe to repeat. If the answer is
 * lost, the subscription's state shows whether the change was made.
 */
export async function makeQuietly(
  deps: Deps,
  operation: Pick<Operation, "id" | "attempts" | "created_at" | "subject">,
  { send, isMade, also }: QuietSteps,
): Promise<void> {
  const { subject: id } = operation;
  await carryOut<ProviderSubscription>(deps, operation, {
    once: "nothing",
    find: async () => {
      const now = await deps.gateway.subscription(id);
      return now && isMade(now) ? now : null;
    },
    send,
    complete: async () => {
      await syncSubscription(deps, id, async (tx, row) => {
        await also?.(tx, row);
        await finishOperation(tx, operation, { state: "done", now: deps.clock.now() });
      });
    },
    fail: async (refusal) => {
      const end = { state: "failed", now: deps.clock.now(), outcome: { refusal: refusal ?? notMade } } as const;
      await finishOperation(deps.db, operation, end);
    },
  });
}
