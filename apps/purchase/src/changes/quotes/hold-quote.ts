import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../../deps.ts";
import type { HeldSubscription, PlanRow } from "../../subscriptions/subscription-wire.ts";
import { isSame, type WantedChange } from "../rules/change-rules.ts";
import { fingerprintOf } from "./quote-change.ts";
import { latestQuote, type Quote, quoteShown } from "./quote-store.ts";

const EXPIRED = "The amount shown has expired. Nothing was changed; please look again.";
const CHANGED = "What the amount shown rests on has changed. Nothing was changed; please look again.";
const OTHERS = "The amount shown was not for this change.";

/** Returns why a quote is no longer valid, or null. */
function whyDead(quote: Quote, held: HeldSubscription, to: PlanRow, now: Date): string | null {
  if (quote.expires_at <= now) return EXPIRED;
  return quote.fingerprint === fingerprintOf(held, to) ? null : CHANGED;
}

/** A change to a plan and quantity, and the person who requests it. */
export interface AskedChange extends WantedChange {
  /** Account name. */
  readonly by: string;
}

/**
 * Returns the named quote. Refuses with 20006 unless it is for this change, was shown to this person, and is
 * still valid.
 */
export async function namedQuote(
  deps: Deps,
  held: HeldSubscription,
  to: PlanRow,
  { by, ...wanted }: AskedChange,
  id: string,
): Promise<Quote> {
  const quote = await quoteShown(deps.db, { id, subscriptionId: held.row.id, by });
  if (!quote || !isSame(wanted, quote)) refuse("quote.dead", { message: OTHERS });
  const dead = whyDead(quote, held, to, deps.clock.now());
  if (dead) refuse("quote.dead", { message: dead });
  return quote;
}

/** Returns the quote that this caller last saw for this change, if it is still valid. */
export async function quoteOfCaller(
  deps: Deps,
  held: HeldSubscription,
  to: PlanRow,
  asked: AskedChange,
): Promise<Quote | null> {
  const shown = await latestQuote(deps.db, { subscriptionId: held.row.id, ...asked });
  return shown && whyDead(shown, held, to, deps.clock.now()) === null ? shown : null;
}

/**
 * Refuses with 20006 a quote that has expired or that no longer matches the state. A staged quote stays valid longer.
 */
export function refuseDeadQuote(quote: Quote, held: HeldSubscription, to: PlanRow | null, now: Date): void {
  const { staged_until: stagedUntil, expires_at: expiresAt } = quote;
  if (expiresAt <= now && (stagedUntil === null || stagedUntil <= now)) {
    const dropped = "The change was not paid within an hour and was dropped. Nothing was changed.";
    refuse("quote.dead", { message: stagedUntil === null ? EXPIRED : dropped });
  }
  if (!to || quote.fingerprint !== fingerprintOf(held, to)) refuse("quote.dead", { message: CHANGED });
}
