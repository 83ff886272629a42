import { refuse } from "@foyer/service-kit/errors";
import { namedPlan } from "../catalog/plans.ts";
import type { Deps } from "../deps.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { changeFacts } from "./change-facts-store.ts";
import { latestOperation } from "./operations/operation-store.ts";
import type { Operation } from "./operations/operation.ts";
import { awaitOperation, runOperation } from "./operations/run-operation.ts";

/** How a change that waits for the card holder's bank stands now; null where none does. */
export async function waitingOperation(
  deps: Deps,
  subscriptionId: string,
  look: typeof runOperation = runOperation,
): Promise<Operation | null> {
  const latest = await latestOperation(deps.db, subscriptionId);
  if (latest?.state !== "waiting") return null;
  const now = await look(deps, latest.id);
  return now.state === "waiting" ? now : null;
}

/**
 * Whether a change really waits, before another one is refused for it: where somebody is just looking after it, what
 * they find decides.
 */
export async function isChangeWaiting(deps: Deps, subscriptionId: string): Promise<boolean> {
  return (await waitingOperation(deps, subscriptionId, awaitOperation)) !== null;
}

/** A subscription of that customer, with what a change to that plan is decided by. */
export async function reachForChange(
  deps: Deps,
  customerId: string,
  subscriptionId: string,
  planId: string,
): Promise<{ held: HeldSubscription; to: PlanRow; isWaiting: boolean }> {
  const facts = await changeFacts(deps.db, subscriptionId, planId);
  const held = facts?.held ?? (await reachSubscription(deps, customerId, subscriptionId));
  if (held.row.customer_id !== customerId) refuse("object.not_found");
  const to = await namedPlan(deps, planId, held.row.paid_plan, facts?.to);
  const isWaiting = facts?.latestState === "waiting" && (await isChangeWaiting(deps, subscriptionId));
  return { held, to, isWaiting };
}
