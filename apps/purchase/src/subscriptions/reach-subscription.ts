import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { heldSubscription } from "./subscription-store.ts";
import type { HeldSubscription } from "./subscription-wire.ts";
import { syncSubscription } from "./sync-subscription.ts";

/**
 * Returns a subscription of that customer. For other customers it does not exist (404).
 * Reads an unknown subscription from the provider.
 */
export async function reachSubscription(
  deps: Deps,
  customerId: string,
  subscriptionId: string,
): Promise<HeldSubscription> {
  const { db } = deps;
  let held = await heldSubscription(db, subscriptionId);
  if (!held) {
    await orRefuse(() => syncSubscription(deps, subscriptionId));
    held = await heldSubscription(db, subscriptionId);
  }
  if (held?.row.customer_id !== customerId) refuse("object.not_found");
  return held;
}
