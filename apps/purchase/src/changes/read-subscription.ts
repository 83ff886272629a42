import type { Subscription } from "@foyer/contract/subscription-wire";
import type { Deps } from "../deps.ts";
import { withinReadTime } from "../stripe/read-time.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { type HeldSubscription, subscriptionWire } from "../subscriptions/subscription-wire.ts";
import { changeFacts } from "./change-facts-store.ts";
import { charge } from "./operations/charge.ts";
import type { Operation } from "./operations/operation.ts";
import { waitingOperation } from "./reach-for-change.ts";

function waitingWire(operation: Operation | null): Subscription["waiting"] {
  const [waiting] = operation ? charge.readable([operation]) : [];
  const clientSecret = waiting?.outcome?.clientSecret;
  if (!clientSecret || waiting.invoice_id === null) return null;
  const { request, invoice_id: invoice } = waiting;
  return {
    plan: request.plan,
    quantity: request.quantity,
    invoice,
    total: request.quote.total,
    client_secret: clientSecret,
  };
}

/**
 * Returns the subscription in its wire form. First checks a change that waits for the bank, so that a read
 * completes it.
 */
export async function readSubscription(deps: Deps, customerId: string, id: string): Promise<Subscription> {
  const facts = await changeFacts(deps.db, id, "");
  if (facts?.held.row.customer_id === customerId && facts.latestState !== "waiting")
    return subscriptionWire(facts.held);
  const waiting = await withinReadTime(() => waitingOperation(deps, id));
  const held = await reachSubscription(deps, customerId, id);
  return subscriptionWire(held, waitingWire(waiting));
}

/** Returns the customer's subscriptions, newest first, including ended ones. */
export async function listSubscriptions(deps: Deps, customerId: string): Promise<Subscription[]> {
  const held: HeldSubscription[] = await subscriptionsOfCustomer(deps.db, customerId);
  return await Promise.all(held.map(({ row }) => readSubscription(deps, customerId, row.id)));
}
