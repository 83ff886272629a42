import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { heldSubscription } from "./subscription-store.ts";
import type { HeldSubscription } from "./subscription-wire.ts";
import { syncSubscription } from "./sync-subscription.ts";

/**
 * A subscription of that customer; for everybody else it does not exist (404).
 * One that we never heard of is asked for at the provider.
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
