import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../../deps.ts";
import type { HeldSubscription, PlanRow } from "../../subscriptions/subscription-wire.ts";
import { isSame, type WantedChange } from "../rules/change-rules.ts";
import { fingerprintOf } from "./quote-change.ts";
import { latestQuote, type Quote, quoteShown } from "./quote-store.ts";

/** Refuses a quote that was deleted, or was not shown to the caller. */
export function refuseUnknownQuote(): never {
  refuse("quote.dead", { reason: "unknown" });
}

/** Returns why a quote is no longer valid, or null. */
function whyDead(quote: Quote, held: HeldSubscription, to: PlanRow, now: Date): "expired" | "changed" | null {
  if (quote.expires_at <= now) return "expired";
  return quote.fingerprint === fingerprintOf(held, to) ? null : "changed";
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
  if (!quote || !isSame(wanted, quote)) refuse("quote.dead", { reason: "of_another_change" });
  const dead = whyDead(quote, held, to, deps.clock.now());
  if (dead) refuse("quote.dead", { reason: dead });
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
    refuse("quote.dead", { reason: stagedUntil === null ? "expired" : "not_paid_in_time" });
  }
  if (!to || quote.fingerprint !== fingerprintOf(held, to)) refuse("quote.dead", { reason: "changed" });
}
