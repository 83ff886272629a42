import { purchaseType } from "@foyer/domain/product-id";
import type { Seat } from "@foyer/domain/seats";
import {
  applySubscriptionNews,
  givesAccess,
  type KnownSubscription,
  type LicenseAfterNews,
  type SubscriptionNews,
} from "@foyer/domain/subscription-news";
import { refuse } from "@foyer/service-kit/errors";
import type { Selectable } from "kysely";
import { settleKeyActivations } from "../activations/move-activations.ts";
import { endActivationsOfLicense } from "../stores/activation-store.ts";
import type { SubscriptionTable, Tx } from "../db/schema.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { type Bought, endPurchase, lockOrCreate } from "../buying/bought-license.ts";
import type { Deps } from "../deps.ts";
import { hasEnded, type License, lockLicense, ownersOf, updateLicense } from "../stores/license-store.ts";
import { type EndedSeats, queueLicenseBought } from "../mail/send-license-bought.ts";
import { endedDetails, endUnpaidSeats } from "../seats/end-unpaid-seats.ts";
import { seatsOfLicense } from "../stores/seat-store.ts";
import { findSubscription, saveSubscription, type ToldSubscription } from "../stores/subscription-store.ts";

/**
 * Updates a license to the state of its subscription: seats, plan, renewal and end. The first paid news of a reserved
 * license creates it, or brings it back, and ends its purchase. Runs in the caller's transaction.
 *
 * @returns `applied` false for late and repeated news, and `changed` false if the license was like that already. Refuses `object.not_found` for an unknown license.
 */
export async function takeNews(
  deps: Pick<Deps, "addJob" | "brand" | "clock">,
  tx: Tx,
  given: ToldSubscription,
): Promise<{ applied: boolean; changed: boolean }> {
  const { addJob, clock } = deps;
  const at = clock.now();
  const told = await withKnownLicense(tx, given);
  const { license, bought } = await lockOrCreate(tx, told, at);
  const taken = license && (await apply(tx, { told, license, at, bought }));
  if (taken) await settleKeyActivations(deps, tx, license, taken.totalSeats, at);
  if (bought && taken?.isPaidFor) await endPurchase(addJob, tx, bought, taken.totalSeats, taken.ended);
  else if (taken && !taken.isRenewal && taken.ended.count > 0) await tellManagers(addJob, tx, license, taken);
  return { applied: taken !== null, changed: taken?.isChanged ?? false };
}

/** Names the license that an ended subscription paid for, even if the report names another one. */
async function withKnownLicense(tx: Tx, told: ToldSubscription): Promise<ToldSubscription> {
  const { subscription } = told;
  const known = givesAccess(subscription.status) ? null : await findSubscription(tx, subscription.id);
  return known ? { ...told, subscription: { ...subscription, registration_id: known.license_id } } : told;
}

/** Mails the managers which seats did not fit a subscription that none of them bought here. */
async function tellManagers(
  addJob: Deps["addJob"],
  tx: Tx,
  { id, description }: License,
  { totalSeats: seats, ended }: Taken,
): Promise<void> {
  for (const { account_id: accountId } of await ownersOf(tx, id)) {
    await queueLicenseBought(tx, addJob, { accountId, description, seats, isReturn: true }, ended);
  }
}

/** Updates a known license, as `takeNews` does. */
export async function takeSubscription(tx: Tx, told: ToldSubscription, at: Date): Promise<boolean> {
  const license = await lockLicense(tx, told.subscription.registration_id);
  if (!license) refuse("object.not_found");
  return (await apply(tx, { told, license, at, bought: null })) !== null;
}

interface Taking {
  readonly told: ToldSubscription;
  readonly license: License;
  readonly at: Date;
  /** The purchase that is under way. */
  readonly bought: Bought | null;
}

interface Taken {
  /** True if the news pay for the purchase that is under way. */
  readonly isPaidFor: boolean;
  readonly isChanged: boolean;
  readonly isRenewal: boolean;
  readonly totalSeats: number;
  readonly ended: EndedSeats;
}

/** Applies the news. Returns null if they are late or repeated. */
async function apply(tx: Tx, { told, license, at, bought }: Taking): Promise<Taken | null> {
  const seats = await seatsOfLicense(tx, license.id);
  const news = newsOf(told);
  const row = license.subscription_id === null ? null : await findSubscription(tx, license.subscription_id);
  const known = row && knownSubscription(row, license);
  const former = row?.id === news.id ? row : await findSubscription(tx, news.id);
  if (former && !isLater(news, former)) return null;
  const outcome = applySubscriptionNews(
    {
      totalSeats: license.total_seats,
      seats: seats.map(seatOf),
      subscription: known,
      isTrial: license.purchase_type === "trial",
      release: bought?.reserved.release ?? [],
    },
    news,
  );
  if (!outcome) return null;

  const { removed: lapsed, reactivated } = outcome;
  const ended = await endUnpaidSeats(tx, at, license, seats, { lapsed, reactivated });
  await saveSubscription(tx, told);
  const isMoved = former !== null && (await endFormerLicense(tx, former, license.id, at));
  // Devices of an ended license stay ended when the license comes back.
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
  const { ended_at: endedAt } = told.subscription;
  // The record has the time of the end, not of its processing, and at most the present time.
  const recordedAt = endedAt === undefined ? at : new Date(Math.min(at.getTime(), endedAt * 1_000));
  const recorded = { news, outcome, ended, cause: isPaidFor ? bought.cause : told.cause };
  const isRecorded = await recordOutcome(tx, license, recorded, recordedAt, isPaidFor);
  const isSame = row?.status === news.status && secondsOf(row.current_period_ends_at) === news.currentPeriodEnd;
  const { isRenewal, totalSeats } = outcome;
  return { isPaidFor, isChanged: isRecorded || isMoved || !isSame, isRenewal, totalSeats, ended };
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);

type Order = Pick<Selectable<SubscriptionTable>, "object_time" | "sequence">;

const isLater = (news: SubscriptionNews, { object_time: time, sequence }: Order): boolean =>
  news.objectTime === time ? news.sequence > sequence : news.objectTime > time;

/** A subscription pays for one license. The one that it paid for before ends. */
async function endFormerLicense(
  tx: Tx,
  { id, license_id: licenseId }: Selectable<SubscriptionTable>,
  now: string,
  at: Date,
): Promise<boolean> {
  const license = licenseId === now ? null : await lockLicense(tx, licenseId);
  if (license?.subscription_id !== id || license.subscription_active !== true) return false;
  await endActivationsOfLicense(tx, licenseId, at);
  await updateLicense(tx, licenseId, { subscription_active: false });
  await recordLicenseEvent(tx, at, licenseId, {
    act: "subscription.changed",
    by: null,
    byKind: "provider",
    details: { plan: license.product_id, total_seats: license.total_seats, state: "inactive" },
    price: null,
  });
  return true;
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

function knownSubscription(row: Selectable<SubscriptionTable>, license: License): KnownSubscription {
  return {
    id: row.id,
    state: license.subscription_active === true ? "active" : "inactive",
    paidUntil: secondsOf(row.paid_until),
    objectTime: row.object_time,
    sequence: row.sequence,
  };
}

interface Recorded {
  readonly news: SubscriptionNews;
  readonly outcome: LicenseAfterNews;
  readonly ended: EndedSeats;
  readonly cause: ToldSubscription["cause"];
}

/**
 * Records what managers may want to read later: renewals, changed numbers of seats, the end and a restore.
 *
 * @returns false if there is nothing to record.
 */
async function recordOutcome(
  tx: Tx,
  before: License,
  { news, outcome, ended, cause }: Recorded,
  at: Date,
  isBought: boolean,
): Promise<boolean> {
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
  if (same && !outcome.isRenewal && !isBought) return false;
  const act = isBought ? "license.bought" : outcome.isRenewal ? "subscription.renewed" : "subscription.changed";
  await recordLicenseEvent(tx, at, before.id, {
    act,
    by: cause?.by ?? null,
    byKind: cause?.by ? "person" : "provider",
    details: { ...after, ...endedDetails(ended), ...(cause?.statement ? { statement: cause.statement } : {}) },
    price: priceOf(cause),
  });
  return true;
}

function priceOf(cause: ToldSubscription["cause"]): { amount: number; currency: string } | null {
  if (cause?.amount === undefined || cause.currency === undefined) return null;
  return { amount: cause.amount, currency: cause.currency };
}
