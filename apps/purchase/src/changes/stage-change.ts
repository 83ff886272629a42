import type { Deps } from "../deps.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { refuseBusy } from "./operations/begin.ts";
import { chargeByQuote } from "./operations/charge-store.ts";
import { charge } from "./operations/charge.ts";
import { liveOperation } from "./operations/operation-store.ts";
import { type AskedChange, namedQuote, quoteOfCaller } from "./quotes/hold-quote.ts";
import { quoteChange } from "./quotes/quote-change.ts";
import { type Quote, stageQuote } from "./quotes/quote-store.ts";
import { reachForChange } from "./reach-for-change.ts";
import { refuseTooMany } from "./refuse-too-many.ts";
import { isSame, refuseChange, type WantedChange } from "./rules/change-rules.ts";

const STAGED_MS = 3_600 * 1_000;

export interface StagedChange {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly wanted: WantedChange;
  /** Id of the preview that was shown. Exactly its amount is charged, or nothing. */
  readonly quote: string | undefined;
  /** Account name of the caller. */
  readonly by: string;
}

/** Stages a change that the caller agreed to. The quote is kept until it is paid. */
export async function stageChange(deps: Deps, change: StagedChange): Promise<void> {
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
