import type { Queryable } from "@foyer/service-kit/db";
import { offerById } from "../catalogue/offer.ts";
import { fingerprintOf } from "../changes/quotes/quote-change.ts";
import { isBoughtSince } from "../checkout/checkout-store.ts";
import { fingerprintOf as offerFingerprint, isTaxOf } from "../checkout/start-checkout.ts";
import type { QuotePaper } from "../db/paper-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";
import { heldSubscription, planById } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import type { PaperQuoteRow } from "./paper-quote-store.ts";

type Db = Queryable<PurchaseTables>;

/** True if the price, the country's tax or what the buyer has changed since a purchase was quoted. */
async function isPurchaseOutdated(
  db: Db,
  { subscription_id: subject, customer_id: customer, created_at: since, paper }: PaperQuoteRow,
  { taxRates }: NonNullable<QuotePaper["purchase"]>,
): Promise<boolean> {
  const offer = await offerById(db, paper.plan);
  if (!offer || offerFingerprint(offer) !== paper.fingerprint) return true;
  if (!(await isTaxOf({ db }, paper.buyer.address.country, taxRates))) return true;
  return await isBoughtSince(db, { customer, subject, plan: paper.plan, isOnPaper: true, since });
}

/** True if something that the amounts depend on has changed, so that accepting would be refused. */
export async function isOutdated(db: Db, row: PaperQuoteRow): Promise<boolean> {
  const { subscription_id: id, paper } = row;
  if (paper.purchase) return await isPurchaseOutdated(db, row, paper.purchase);
  const [held, to] = await Promise.all([heldSubscription(db, id), planById(db, paper.plan)]);
  if (!held || !to || isEnded(held.row.status)) return true;
  return fingerprintOf(held, to) !== paper.fingerprint;
}
