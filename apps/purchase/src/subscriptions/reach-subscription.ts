import { refuse } from "@foyer/service-kit/errors";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { heldSubscription } from "./subscription-store.ts";
import type { HeldSubscription } from "./subscription-wire.ts";
import { syncSubscription } from "./sync-subscription.ts";

/**
 * A subscription of that customer; for everybody else it does not exist (404).
 * One that we never heard of is asked for at the provider.
 */
export async function reachSubscription(
  deps: PurchaseDeps,
  customerId: string,
  subscriptionId: string,
): Promise<HeldSubscription> {
  const { kysely } = deps.database;
  let held = await heldSubscription(kysely, subscriptionId);
  if (!held) {
    await orRefuse(() => syncSubscription(deps, subscriptionId));
    held = await heldSubscription(kysely, subscriptionId);
  }
  if (held?.row.customer_id !== customerId) refuse("object.not_found");
  return held;
}
