import type { Subscription } from "@foyer/contract/subscription-wire";
import { dropCharge } from "../operations/end-charge.ts";
import { liveOperation, parkOperation } from "../operations/operation-store.ts";
import { takeWaiting } from "../operations/run-operation.ts";
import { orRefuse, type StoredRefusal } from "../operations/stored-refusal.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { unstageChange } from "../quotes/quote-store.ts";
import { reachSubscription } from "./reach-subscription.ts";
import { readSubscription } from "./read-subscription.ts";

const abandoned: StoredRefusal = {
  name: "payment.authentication_failed",
  message: "The change was given up. Nothing was charged.",
};

/** Gives up a change that is staged or waits for the bank, whoever is looking after it now; nothing else changes. */
export async function abandonChange(
  deps: PurchaseDeps,
  customerId: string,
  subscriptionId: string,
): Promise<Subscription> {
  await reachSubscription(deps, customerId, subscriptionId);
  const { kysely } = deps.database;
  await unstageChange(kysely, subscriptionId);
  const live = await liveOperation(kysely, subscriptionId);
  if (live?.state === "waiting") await giveUp(deps, live.id);
  return await readSubscription(deps, customerId, subscriptionId);
}

async function giveUp(deps: PurchaseDeps, operationId: string): Promise<void> {
  const { kysely } = deps.database;
  const operation = await takeWaiting(deps, operationId);
  if (!operation) return;
  try {
    const invoice = await orRefuse(() => deps.gateway.invoice(operation.invoice_id ?? ""));
    if (!invoice) throw new Error(`the invoice of operation ${operation.id} is not at the provider`);
    await orRefuse(() => dropCharge(deps, operation, invoice, abandoned));
  } catch (error) {
    await parkOperation(kysely, operation, "waiting", deps.clock.now());
    throw error;
  }
}
