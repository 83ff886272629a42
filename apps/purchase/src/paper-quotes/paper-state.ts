import type { Queryable } from "@foyer/service-kit/db";
import { fingerprintOf } from "../changes/quotes/quote-change.ts";
import type { PurchaseTables } from "../db/schema.ts";
import { heldSubscription, planById } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import type { PaperQuoteRow } from "./paper-quote-store.ts";

/** True if something that the amounts depend on has changed, so that accepting would be refused. */
export async function isOutdated(
  db: Queryable<PurchaseTables>,
  { subscription_id: id, paper }: Pick<PaperQuoteRow, "subscription_id" | "paper">,
): Promise<boolean> {
  const [held, to] = await Promise.all([heldSubscription(db, id), planById(db, paper.plan)]);
  if (!held || !to || isEnded(held.row.status)) return true;
  return fingerprintOf(held, to) !== paper.fingerprint;
}
