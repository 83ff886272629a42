import type { Subscription } from "@foyer/contract/subscription-wire";
import type { ProrationBehavior } from "@foyer/domain/billing-cycle";
import { refuseNoRenewalCard } from "../payment-methods/renewal-card.ts";
import type { Deps } from "../deps.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import { recordedChange, type SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { giveUpWaiting } from "./abandon-change.ts";
import { beginQuietly } from "./begin-quietly.ts";
import { changeByQuote } from "./operations/charge-store.ts";
import { autoRenewal } from "./operations/change-auto-renewal.ts";
import type { Operation } from "./operations/operation.ts";
import { record } from "./operations/record-change.ts";
import { awaitOperation, refuseUnlessDone } from "./operations/run-operation.ts";
import { refuseDeadQuote } from "./quotes/hold-quote.ts";
import { type Quote, unstageQuotes } from "./quotes/quote-store.ts";
import { reachForChange } from "./reach-for-change.ts";
import { readSubscription } from "./read-subscription.ts";
import { inForceOf, isSame, refuseChange, refuseEnded } from "./rules/change-rules.ts";
import { type StagedChange, stageChange } from "./stage-change.ts";

export interface ChangeInput extends StagedChange {
  readonly behavior: ProrationBehavior;
}

/** Changes plan or quantity: records the change for the next period, or stages it until it is paid. */
export async function changeSubscription(deps: Deps, input: ChangeInput): Promise<Subscription> {
  if (input.behavior === "none") {
    const recorded = await recordNow(deps, input);
    if (recorded) refuseUnlessDone(recorded);
  } else await stageChange(deps, input);
  return await readSubscription(deps, input.customerId, input.subscriptionId);
}

/** Records the change of a free quote, once. Returns null if there was nothing to do. */
export async function recordQuote(deps: Deps, customerId: string, quote: Quote, by: string): Promise<Operation | null> {
  const made = await changeByQuote(deps.db, customerId, quote.id);
  if (made) return await awaitOperation(deps, made.id);
  return await recordNow(deps, { customerId, subscriptionId: quote.subscription_id, wanted: quote, by }, quote);
}

async function recordNow(
  deps: Deps,
  { customerId, subscriptionId, wanted, by }: Omit<StagedChange, "quote">,
  quote: Quote | null = null,
): Promise<Operation | null> {
  const { plan, quantity } = wanted;
  const { held, to } = await reachForChange(deps, customerId, subscriptionId, plan);
  const begun = await beginQuietly(deps, {
    kind: record,
    subscriptionId,
    customerId,
    request: { plan, quantity, by, ...(quote ? { quote: { id: quote.id } } : {}) },
    isTwin: (other) => isSame(wanted, other),
    isStill: (row) => isSame(wanted, recordedChange(row)) || isSame(wanted, inForceOf(row)),
    isAlready: (row) => isSame(wanted, recordedChange(row)),
    check: (row, live) => {
      const now = deps.clock.now();
      if (quote) refuseDeadQuote(quote, { row, plan: held.plan }, to, now);
      refuseChange(row, wanted, "none", { now, isWaiting: live?.state === "waiting" });
    },
    // The recorded change replaces all staged ones.
    also: (tx) => unstageQuotes(tx, subscriptionId),
  });
  const recorded = begun && (await awaitOperation(deps, begun.id));
  if (recorded?.state === "done") await tellAccountsNow(deps, subscriptionId);
  return recorded;
}

/**
 * Turns auto-renewal off or on. Turning it off cancels an unpaid change that waits for the bank. Turning it
 * on requires a card that the renewal can be charged to.
 */
export async function setAutoRenewal(
  deps: Deps,
  input: {
    readonly customerId: string;
    readonly subscriptionId: string;
    readonly cancelAtPeriodEnd: boolean;
    readonly by: string;
  },
): Promise<Subscription> {
  const { customerId, subscriptionId, cancelAtPeriodEnd, by } = input;
  const { row: held } = await reachSubscription(deps, customerId, subscriptionId);
  if (cancelAtPeriodEnd) await giveUpWaiting(deps, subscriptionId);
  else if (held.cancel_at_period_end) {
    refuseEnded(held);
    await refuseNoRenewalCard(deps, customerId, subscriptionId);
  }
  const isSo = (row: SubscriptionRow): boolean => row.cancel_at_period_end === cancelAtPeriodEnd;
  const begun = await beginQuietly(deps, {
    kind: autoRenewal,
    subscriptionId,
    customerId,
    request: { cancelAtPeriodEnd, by },
    isTwin: (other) => other.cancelAtPeriodEnd === cancelAtPeriodEnd,
    isStill: isSo,
    isAlready: isSo,
    check: refuseEnded,
  });
  if (begun) {
    refuseUnlessDone(await awaitOperation(deps, begun.id));
    await tellAccountsNow(deps, subscriptionId);
  }
  return await readSubscription(deps, customerId, subscriptionId);
}
