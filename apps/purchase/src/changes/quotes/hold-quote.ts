import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../../deps.ts";
import type { HeldSubscription, PlanRow } from "../../subscriptions/subscription-wire.ts";
import { isSame, type WantedChange } from "../rules/change-rules.ts";
import { fingerprintOf } from "./quote-change.ts";
import { latestQuote, type Quote, quoteShown } from "./quote-store.ts";

const EXPIRED = "The amount shown has expired. Nothing was changed; please look again.";
const CHANGED = "What the amount shown rests on has changed. Nothing was changed; please look again.";
const OTHERS = "The amount shown was not for this change.";

/** Why a quote cannot be held to; null when it can. */
function whyDead(quote: Quote, held: HeldSubscription, to: PlanRow, now: Date): string | null {
  if (quote.expires_at <= now) return EXPIRED;
  return quote.fingerprint === fingerprintOf(held, to) ? null : CHANGED;
}

/** A change to that plan and quantity, and who asks for it. */
export interface AskedChange extends WantedChange {
  /** Account name. */
  readonly by: string;
}

/** The quote that was named, or 20006: it has to be of this change, shown to who names it, and still true. */
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

/** The quote that this caller was shown last for this very change, where it is still true. */
export async function quoteOfCaller(
  deps: Deps,
  held: HeldSubscription,
  to: PlanRow,
  asked: AskedChange,
): Promise<Quote | null> {
  const shown = await latestQuote(deps.db, { subscriptionId: held.row.id, ...asked });
  return shown && whyDead(shown, held, to, deps.clock.now()) === null ? shown : null;
}

/** Refuses (20006) to charge by a quote that has expired, or whose grounds have changed. A staged one is held to for longer. */
export function refuseDeadQuote(quote: Quote, held: HeldSubscription, to: PlanRow | null, now: Date): void {
  const { staged_until: stagedUntil, expires_at: expiresAt } = quote;
  if (expiresAt <= now && (stagedUntil === null || stagedUntil <= now)) {
    const dropped = "The change was not paid within an hour and was dropped. Nothing was changed.";
    refuse("quote.dead", { message: stagedUntil === null ? EXPIRED : dropped });
  }
  if (!to || quote.fingerprint !== fingerprintOf(held, to)) refuse("quote.dead", { message: CHANGED });
}
