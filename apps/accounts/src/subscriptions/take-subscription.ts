import type { SubscriptionCause } from "@foyer/contract/internal";
import { purchaseType } from "@foyer/domain/product-id";
import type { Seat } from "@foyer/domain/seats";
import {
  applySubscriptionNews,
  type KnownSubscription,
  type LicenseAfterNews,
  type SubscriptionNews,
} from "@foyer/domain/subscription-news";
import { refuse } from "@foyer/service-kit/errors";
import type { Transaction } from "kysely";
import { endActivationsOfLicense } from "../activations/activation-store.ts";
import type { AccountsTables } from "../db/schema.ts";
import { recordLicenseEvent } from "../licenses/license-events.ts";
import { endPurchase, lockOrCreate } from "../buying/bought-license.ts";
import type { Deps } from "../deps.ts";
import { hasEnded, type License, lockLicense, updateLicense } from "../licenses/license-store.ts";
import { recordRemovedSeats } from "../seats/record-removed-seats.ts";
import { deleteSeats, seatsOfLicense, setSeatStatus } from "../seats/seat-store.ts";
import { findSubscription, saveSubscription, type ToldSubscription } from "./subscription-store.ts";

/**
 * Updates a license to the state of its subscription: seats, plan, renewal and end. The first paid news of a reserved
 * license creates it, or brings it back, and ends its purchase. Runs in the caller's transaction.
 *
 * @returns false for late and repeated news, which change nothing. Refuses `object.not_found` for an unknown license.
 */
export async function takeNews(
  { addJob, clock }: Pick<Deps, "addJob" | "clock">,
  tx: Transaction<AccountsTables>,
  told: ToldSubscription,
): Promise<boolean> {
  const at = clock.now();
  const { license, bought } = await lockOrCreate(tx, told, at);
  const taken = license && (await apply(tx, { told, license, at, bought: bought?.cause ?? null }));
  if (bought && taken?.isPaidFor) await endPurchase(addJob, tx, bought, taken.totalSeats);
  return taken !== null;
}

/** Updates a known license, as `takeNews` does. */
export async function takeSubscription(
  tx: Transaction<AccountsTables>,
  told: ToldSubscription,
  at: Date,
): Promise<boolean> {
  const license = await lockLicense(tx, told.subscription.registration_id);
  if (!license) refuse("object.not_found");
  return (await apply(tx, { told, license, at, bought: null })) !== null;
}

interface Taking {
  readonly told: ToldSubscription;
  readonly license: License;
  readonly at: Date;
  /** Cause of the news if they are of a purchase that is under way. */
  readonly bought: SubscriptionCause | null;
}

/** Applies the news. Returns null if they change nothing, and otherwise whether they pay for the purchase. */
async function apply(
  tx: Transaction<AccountsTables>,
  { told, license, at, bought }: Taking,
): Promise<{ isPaidFor: boolean; totalSeats: number } | null> {
  const seats = await seatsOfLicense(tx, license.id);
  const news = newsOf(told);
  const known = await knownSubscription(tx, license);
  const outcome = applySubscriptionNews(
    {
      totalSeats: license.total_seats,
      seats: seats.map(seatOf),
      subscription: known,
      isTrial: license.purchase_type === "trial",
    },
    news,
  );
  if (!outcome) return null;

  // Seats are deleted before the total is lowered, so that the license never has more seats than its total.
  await deleteSeats(tx, license.id, outcome.removed, at);
  const lapsed = seats.filter(({ id }) => outcome.removed.includes(id));
  await recordRemovedSeats(tx, at, license, lapsed, null);
  await setSeatStatus(tx, outcome.reactivated, "active");
  await saveSubscription(tx, told);
  // A license that comes back brings no device back by itself.
  if (hasEnded(license, at) || outcome.state !== "active") await endActivationsOfLicense(tx, license.id, at);
  await updateLicense(tx, license.id, {
    product_id: news.plan,
    // A paid trial is no trial any more, and its own end no longer counts.
    ...(license.purchase_type === "trial" && outcome.state === "active"
      ? { purchase_type: purchaseType(news.plan), expires_at: null }
      : {}),
    total_seats: outcome.totalSeats,
    subscription_id: news.id,
    subscription_active: outcome.state === "active",
    cancel_at_period_end: news.cancelAtPeriodEnd,
    current_period_ends_at: new Date(news.currentPeriodEnd * 1_000),
    renewing_quantity: outcome.renewingQuantity,
  });
  const isPaidFor = bought !== null && outcome.state === "active" && known?.id !== news.id;
  await recordOutcome(tx, license, { news, outcome, cause: isPaidFor ? bought : told.cause }, at, isPaidFor);
  return { isPaidFor, totalSeats: outcome.totalSeats };
}

function seatOf(row: { id: string; status: Seat["status"]; created_at: Date }): Seat {
  return { id: row.id, status: row.status, createdAt: row.created_at };
}

function newsOf({ subscription, object_time: objectTime, sequence }: ToldSubscription): SubscriptionNews {
  return {
    id: subscription.id,
    plan: subscription.plan,
    quantity: subscription.quantity,
    next: subscription.next,
    status: subscription.status,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    currentPeriodEnd: subscription.current_period_end,
    paidUntil: subscription.paid_until,
    objectTime,
    sequence,
  };
}

async function knownSubscription(tx: Transaction<AccountsTables>, license: License): Promise<KnownSubscription | null> {
  if (license.subscription_id === null) return null;
  const row = await findSubscription(tx, license.subscription_id);
  if (!row) return null;
  return {
    id: row.id,
    state: license.subscription_active === true ? "active" : "inactive",
    paidUntil: Math.floor(row.paid_until.getTime() / 1_000),
    objectTime: row.object_time,
    sequence: row.sequence,
  };
}

/** Records what managers may want to read later: renewals, changed numbers of seats, the end and a restore. */
async function recordOutcome(
  tx: Transaction<AccountsTables>,
  before: License,
  { news, outcome, cause }: { news: SubscriptionNews; outcome: LicenseAfterNews; cause: ToldSubscription["cause"] },
  at: Date,
  isBought: boolean,
): Promise<void> {
  const after = {
    plan: news.plan,
    total_seats: outcome.totalSeats,
    renewing_quantity: outcome.renewingQuantity,
    state: outcome.state,
    status: news.status,
    cancel_at_period_end: news.cancelAtPeriodEnd,
  };
  const same =
    before.product_id === after.plan &&
    before.total_seats === after.total_seats &&
    before.renewing_quantity === after.renewing_quantity &&
    before.subscription_active === (after.state === "active") &&
    before.cancel_at_period_end === after.cancel_at_period_end;
  if (same && !outcome.isRenewal && !isBought) return;
  const act = isBought ? "license.bought" : outcome.isRenewal ? "subscription.renewed" : "subscription.changed";
  await recordLicenseEvent(tx, at, before.id, {
    act,
    by: cause?.by ?? null,
    byKind: cause?.by ? "person" : "provider",
    details: { ...after, seats_ended: outcome.removed.length },
    price: priceOf(cause),
  });
}

function priceOf(cause: ToldSubscription["cause"]): { amount: number; currency: string } | null {
  if (cause?.amount === undefined || cause.currency === undefined) return null;
  return { amount: cause.amount, currency: cause.currency };
}
