import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { PurchaseSchema } from "../db/purchase-schema.ts";
import { planById } from "../subscriptions/subscription-store.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import type { WantedChange } from "../subscriptions/change-rules.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { fingerprintOf, quoteChange } from "./quote-change.ts";
import { latestQuote, type Quote, quoteById } from "./quote-store.ts";

/** Why a quote cannot be held to; null when it can. */
function whyDead(quote: Quote, held: HeldSubscription, to: PlanRow, now: Date): string | null {
  if (quote.expires_at <= now) return "The amount shown has expired. Nothing was changed; please look again.";
  if (quote.fingerprint !== fingerprintOf(held, to)) {
    return "What the amount shown rests on has changed. Nothing was changed; please look again.";
  }
  return null;
}

/**
 * The quote that a change will be charged by. Named: that one, or 20006. Not named: the one that was shown last for this
 * very change, and where that is dead, a new one.
 */
export async function quoteFor(
  deps: PurchaseDeps,
  held: HeldSubscription,
  to: PlanRow,
  wanted: WantedChange,
  named: string | undefined,
): Promise<Quote> {
  const { kysely } = deps.database;
  const now = deps.clock.now();
  if (named !== undefined) {
    const quote = await quoteById(kysely, named);
    const isOfChange =
      quote?.subscription_id === held.row.id && quote.plan === wanted.plan && quote.quantity === wanted.quantity;
    if (!quote || !isOfChange) refuse("quote.dead", { message: "The amount shown was not for this change." });
    const dead = whyDead(quote, held, to, now);
    if (dead) refuse("quote.dead", { message: dead });
    return quote;
  }
  const shown = await latestQuote(kysely, { subscriptionId: held.row.id, ...wanted });
  if (shown && whyDead(shown, held, to, now) === null) return shown;
  return (await quoteChange(deps, held, to, wanted.quantity)).quote;
}

/** Refuses when what a staged change was quoted on has changed since. Its own time runs with the change, not with the quote. */
export async function refuseChangedQuote(
  db: Queryable<PurchaseSchema>,
  held: HeldSubscription,
  quote: Quote,
): Promise<void> {
  const to = await planById(db, quote.plan);
  if (!to || quote.fingerprint !== fingerprintOf(held, to)) refuse("quote.dead");
}
