import type { Subscription } from "@foyer/contract/subscription-wire";
import type { ProrationBehavior } from "@foyer/domain/billing-cycle";
import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { refuseNoRenewalCard } from "../payment-methods/payment-methods.ts";
import type { Deps } from "../deps.ts";
import { reachSubscription } from "../subscriptions/reach-subscription.ts";
import {
  type HeldSubscription,
  type PlanRow,
  recordedChange,
  type SubscriptionRow,
} from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { giveUpWaiting } from "./abandon-change.ts";
import { changeByQuote, chargeByQuote } from "./operations/charge-store.ts";
import { autoRenewal } from "./operations/change-auto-renewal.ts";
import { type Operation, type OperationOf, type RequestKind, subjectOf } from "./operations/operation.ts";
import { record } from "./operations/record-change.ts";
import { awaitOperation, refuseUnlessDone } from "./operations/run-operation.ts";
import { type AskedChange, namedQuote, quoteOfCaller, refuseDeadQuote } from "./quotes/hold-quote.ts";
import { type Quote, stageQuote, unstageQuotes } from "./quotes/quote-store.ts";
import { reachForChange } from "./reach-for-change.ts";
import { readSubscription } from "./read-subscription.ts";
import { type CallOf, type ChangeRequest, inForceOf, isSame, refuseChange, refuseEnded } from "./rules/change-rules.ts";
import { begin, besides, refuseBusy } from "./operations/begin.ts";
import { charge } from "./operations/charge.ts";
import { liveOperation } from "./operations/operation-store.ts";
import { quoteChange } from "./quotes/quote-change.ts";
import { refuseTooMany } from "./refuse-too-many.ts";
import type { PurchaseTables } from "../db/schema.ts";
import { lockSubscription } from "../subscriptions/subscription-store.ts";

/** Time in which a repeat of a completed change counts as the same request. */
const TWIN_MS = 60 * 1_000;

/** A change of a subscription without a payment. */
interface QuietChange<Name extends string, Request> {
  readonly kind: RequestKind<Name, Request>;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly request: Request;
  readonly isTwin: (other: Request) => boolean;
  /** True while the result of an earlier equal request is still in force. */
  readonly isStill: (row: SubscriptionRow) => boolean;
  /** True if the subscription already is as requested. */
  readonly isAlready: (row: SubscriptionRow) => boolean;
  /** Refuses forbidden changes. Runs on the locked row. */
  readonly check: (row: SubscriptionRow, live: Operation | null) => void;
  /** More writes in the same transaction. */
  readonly also?: (tx: Queryable<PurchaseTables>) => Promise<void>;
}

/** Records the change before the provider is called. Returns null if there is nothing to do. */
async function beginQuietly<Name extends string, Request>(
  deps: Deps,
  change: QuietChange<Name, Request>,
): Promise<OperationOf<Name, Request> | null> {
  const { kind, subscriptionId, customerId, request, isTwin, isStill, isAlready, check, also } = change;
  const subject = subjectOf.subscription(subscriptionId);
  const now = deps.clock.now();
  return await begin(deps, {
    kind,
    subject,
    customerId,
    decide: async (tx) => {
      const row = await lockSubscription(tx, subscriptionId);
      if (!row) refuse("object.not_found");
      const { live, twin } = await besides(tx, { kind, subject, isTwin, repeatMs: TWIN_MS, now });
      if (live && twin) return { join: twin };
      if (twin && isStill(row)) return null;
      check(row, live);
      if (isAlready(row)) return null;
      if (live) refuseBusy(live);
      await also?.(tx);
      return { begin: request };
    },
  });
}

const STAGED_MS = 3_600 * 1_000;

interface StagedChange extends ChangeRequest {
  /** Id of the preview that was shown. Exactly its amount is charged, or nothing. */
  readonly quote: string | undefined;
}

/** Stages a change that the caller agreed to. The quote is kept until it is paid. */
async function stageChange(deps: Deps, change: StagedChange): Promise<void> {
  const { wanted, quote: named, by } = change;
  const { customerId, subscriptionId } = change;
  const { held, to, isUnderWay } = await reachForChange(deps, customerId, subscriptionId, wanted.plan);
  if (await isRepeat(deps, change)) return;
  const live = isUnderWay ? await liveOperation(deps.db, subscriptionId) : null;
  const now = deps.clock.now();
  // The shown quote is checked first. If it has changed, a broken rule is only a consequence.
  const shown = named === undefined ? null : await namedQuote(deps, held, to, { ...wanted, by }, named);
  refuseChange(held.row, wanted, "create_prorations", { now, isWaiting: live?.state === "waiting" });
  // The result of the live charge decides, when this change is charged, whether its quote is still valid.
  if (live && (!shown || live.kind !== charge.name)) refuseBusy(live);
  const { id } = shown ?? (await quoteUnnamed(deps, held, to, { ...wanted, by }));
  await stageQuote(deps.db, id, new Date(now.getTime() + STAGED_MS));
}

/** Returns the quote that this caller last saw for this change, or a new quote if that one is no longer valid. */
async function quoteUnnamed(deps: Deps, held: HeldSubscription, to: PlanRow, asked: AskedChange): Promise<Quote> {
  const shown = await quoteOfCaller(deps, held, to, asked);
  if (shown) return shown;
  await refuseTooMany(deps, held.row);
  return (await quoteChange(deps, held, to, asked)).quote;
}

/** True if the same caller already pays for the same change. Then there is nothing to stage, and the charge answers. */
async function isRepeat(deps: Deps, { subscriptionId, wanted, quote, by }: StagedChange): Promise<boolean> {
  const { db } = deps;
  if (quote !== undefined) {
    const made = await chargeByQuote(db, subscriptionId, quote);
    return made !== null && made.state !== "failed" && made.request.by === by && isSame(wanted, made.request);
  }
  const live = charge.of(await liveOperation(db, subscriptionId));
  return live !== null && live.state !== "waiting" && live.request.by === by && isSame(wanted, live.request);
}

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
  { customerId, subscriptionId, wanted, by }: ChangeRequest,
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
  input: CallOf & { readonly cancelAtPeriodEnd: boolean; readonly statement?: "cancel" },
): Promise<Subscription> {
  const { customerId, subscriptionId, cancelAtPeriodEnd, by, statement } = input;
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
    request: { cancelAtPeriodEnd, by, ...(statement ? { statement } : {}) },
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
