import { refuseTooManyUntil } from "@foyer/service-kit/refuse-too-many";
import type { Deps } from "../deps.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { doneCharges } from "./operations/charge-store.ts";
import { refuseDeclined } from "./refuse-declined.ts";

/** Charged changes per day and subscription. More are a client error, not a person. */
const CHARGES_A_DAY = 15;
const DAY_MS = 86_400_000;

/**
 * Refuses with 429 to quote another change of a subscription that was charged too often within a day, or whose customer's
 * payments were declined. Runs only before
 * an amount is shown, so that a shown amount can always be paid. Off together with the other limits.
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
