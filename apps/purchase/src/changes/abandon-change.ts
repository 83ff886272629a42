import type { Subscription } from "@foyer/contract/subscription-wire";
import type { Deps } from "../deps.ts";
import type { StoredRefusal } from "../stripe/stored-refusal.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { charge } from "./operations/charge.ts";
import { dropCharge } from "./operations/end-charge.ts";
import { liveOperation } from "./operations/operation-store.ts";
import { giveUp } from "./operations/run-operation.ts";
import { giveUpQuotes } from "./quotes/quote-store.ts";
import { readSubscription } from "./read-subscription.ts";
import type { CallOf } from "./rules/change-rules.ts";

const abandoned: StoredRefusal = { name: "payment.authentication_failed", reason: "change_given_up" };

interface Abandoning extends CallOf {
  /** Invoice of the payment that waits for the bank. Without it, only the caller's own changes are canceled. */
  readonly invoice: string | undefined;
}

/**
 * Cancels the caller's staged changes. Also cancels the change that waits for the bank if it is the named one
 * or the caller's own, even while another instance works on it.
 */
export async function abandonChange(
  deps: Deps,
  { customerId, subscriptionId, invoice, by }: Abandoning,
): Promise<Subscription> {
  await reachSubscription(deps, customerId, subscriptionId);
  const { db } = deps;
  await giveUpQuotes(db, { subscriptionId, by }, deps.clock.now());
  const live = charge.of(await liveOperation(db, subscriptionId));
  const isMeant = invoice === undefined ? live?.request.by === by : live?.invoice_id === invoice;
  if (live?.state === "waiting" && isMeant) await giveUpCharge(deps, live.id);
  return await readSubscription(deps, customerId, subscriptionId);
}

/**
 * Cancels the change that waits for the bank, if any. A change that is paid at the same moment is completed instead.
 */
export async function giveUpWaiting(deps: Deps, subscriptionId: string): Promise<void> {
  const live = await liveOperation(deps.db, subscriptionId);
  if (live?.state === "waiting") await giveUpCharge(deps, live.id);
}

const giveUpCharge = (deps: Deps, id: string): Promise<void> =>
  giveUp(deps, charge, id, async (held, operation) => {
    const invoice = await held.gateway.invoice(operation.invoice_id ?? "");
    if (!invoice) throw new Error(`the invoice of operation ${operation.id} is not at the provider`);
    await dropCharge(held, operation, invoice, abandoned);
  });
