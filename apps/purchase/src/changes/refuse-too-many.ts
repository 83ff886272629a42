import { refuseTooManyUntil } from "@foyer/service-kit/refuse-too-many";
import type { Queryable } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { doneCharges } from "./operations/charge-store.ts";
import type { PurchaseTables } from "../db/schema.ts";
import { declinesSince } from "./operations/decline-store.ts";

type Db = Queryable<PurchaseTables>;

const DAY_MS = 86_400_000;
/** Declined payments after which a customer waits for a day. */
const DECLINED = 3;

/** Returns until when declined payments keep a customer from being charged, or null. Staff can lift it. */
export async function declinedUntil({ clock }: Pick<Deps, "clock">, db: Db, customerId: string): Promise<Date | null> {
  const dayAgo = clock.now().getTime() - DAY_MS;
  const declines = await declinesSince(db, customerId, new Date(dayAgo));
  const last = declines.at(-1);
  return last && declines.length >= DECLINED ? new Date(last.getTime() + DAY_MS) : null;
}

/**
 * Refuses with 429 another charge of a customer after declined payments, against tests of stolen cards. Every charge calls it in
 * the transaction that records the charge (BUY-15).
 */
export async function refuseDeclined(deps: Deps, db: Db, customerId: string): Promise<void> {
  if (!deps.rateLimits) return;
  const until = await declinedUntil(deps, db, customerId);
  if (!until) return;
  const { support } = deps.brand.contacts;
  refuseTooManyUntil(until, deps.clock.now(), { reason: "declines", declined: DECLINED, support });
}

/** Charged changes per day and subscription. More are a client error, not a person. */
const CHARGES_A_DAY = 15;

/**
 * Refuses with 429 to quote another change of a subscription that was charged too often within a day, or whose customer's
 * payments were declined. Runs only before an amount is shown, so that a shown amount can always be paid.
 */
export async function refuseTooMany(
  deps: Deps,
  { customer_id: customerId, id: subscriptionId }: Pick<SubscriptionRow, "customer_id" | "id">,
): Promise<void> {
  if (!deps.rateLimits) return;
  await refuseDeclined(deps, deps.db, customerId);
  const now = deps.clock.now();
  const made = await doneCharges(deps.db, subscriptionId, new Date(now.getTime() - DAY_MS));
  const oldest = made.at(-CHARGES_A_DAY);
  if (!oldest) return;
  deps.log.warn({ subscriptionId, made: made.length }, "a subscription is changed very often");
  refuseTooManyUntil(new Date(oldest.getTime() + DAY_MS), now, { reason: "changes" });
}
