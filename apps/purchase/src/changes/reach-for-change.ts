import { refuse } from "@foyer/service-kit/errors";
import { namedPlan } from "../catalogue/plans.ts";
import type { Deps } from "../deps.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { changeFacts } from "./change-facts-store.ts";
import { isLive, latestOperation } from "./operations/operation-store.ts";
import type { Operation } from "./operations/operation.ts";
import { awaitOperation, runOperation } from "./operations/run-operation.ts";

/** Returns the current state of a change that waits for the card holder's bank, or null. */
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
 * True if a change really waits for the bank, checked before another change is refused because of it. If
 * another instance is checking it, this waits for that result.
 */
async function isChangeWaiting(deps: Deps, subscriptionId: string): Promise<boolean> {
  return (await waitingOperation(deps, subscriptionId, awaitOperation)) !== null;
}

/** Returns a subscription of that customer, with the facts that decide a change to that plan. */
export async function reachForChange(
  deps: Deps,
  customerId: string,
  subscriptionId: string,
  planId: string,
): Promise<{ held: HeldSubscription; to: PlanRow; isWaiting: boolean; isUnderWay: boolean }> {
  const facts = await changeFacts(deps.db, subscriptionId, planId);
  if (facts && facts.held.row.customer_id !== customerId) refuse("object.not_found");
  const state = facts?.latestState ?? "done";
  const isWaiting = state === "waiting" && (await isChangeWaiting(deps, subscriptionId));
  // A look at a waiting change may have completed it.
  const isCurrent = facts !== null && state !== "waiting";
  const held = isCurrent ? facts.held : await reachSubscription(deps, customerId, subscriptionId);
  const to = await namedPlan(deps, planId, held.row.paid_plan, facts?.to);
  return { held, to, isWaiting, isUnderWay: isLive({ state }) };
}
