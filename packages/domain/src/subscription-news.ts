import type { Seat } from "./seats.ts";
import { renewSeats, restoreSeats } from "./seats.ts";

/** A subscription's state as the purchase service reports it; times in unix seconds. */
export interface SubscriptionNews {
  readonly id: string;
  /** The plan in force. */
  readonly plan: string;
  /** In force and paid. */
  readonly quantity: number;
  /** What a recorded decrease or switch will make of plan and quantity. */
  readonly next: { readonly plan: string; readonly quantity: number; readonly at: number } | null;
  /** The provider's word. */
  readonly status: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: number;
  /** End of the last period whose invoice is paid. */
  readonly paidUntil: number;
  /** Time of the provider's object; with `sequence` it orders the news. */
  readonly objectTime: number;
  readonly sequence: number;
}

/** What a license knows of its subscription so far. */
export interface KnownSubscription {
  readonly id: string;
  readonly state: "active" | "inactive";
  readonly paidUntil: number;
  readonly objectTime: number;
  readonly sequence: number;
}

export interface SubscribedLicense {
  readonly totalSeats: number;
  readonly seats: readonly Seat[];
  /** Null until the first news. */
  readonly subscription: KnownSubscription | null;
}

/** What news make of a license. The subscription's plan, dates and flags are taken over from the news as they are. */
export interface LicenseAfterNews {
  readonly state: "active" | "inactive";
  readonly totalSeats: number;
  readonly renewingQuantity: number;
  readonly isRenewal: boolean;
  /** Ids of seats that end, as they were expiring or no longer fit. */
  readonly removed: readonly string[];
  /** Ids of expiring seats that are active again. */
  readonly reactivated: readonly string[];
}

/** True for a status in which the seats give access: past due stays so for the provider's retries. */
export function givesAccess(status: string): boolean {
  return status === "active" || status === "trialing" || status === "past_due";
}

/**
 * What a license becomes by news of a subscription; null when they change nothing, as they are repeated, late, or of a
 * subscription that the license does not follow.
 *
 * - The paid time advanced: a renewal. The total becomes the paid quantity, expiring seats end, what no longer fits lapses.
 * - More is paid than before: the total rises. Never does it fall in between.
 * - An ended license has a subscription again: the total becomes the paid quantity and the seats that fit come back.
 * - Ended: nothing but the state changes, nothing is deleted.
 *
 * Another subscription takes a license over only when it is active, no older, and the license's own has ended.
 */
export function applySubscriptionNews(license: SubscribedLicense, news: SubscriptionNews): LicenseAfterNews | null {
  const known = license.subscription;
  if (known !== null && !isNewer(known, news)) return null;
  const state = givesAccess(news.status) ? "active" : "inactive";
  const unchanged = {
    state,
    totalSeats: license.totalSeats,
    renewingQuantity: news.next?.quantity ?? news.quantity,
    isRenewal: false,
    removed: [],
    reactivated: [],
  } as const;
  if (state === "inactive") return unchanged;

  const isRenewal = known !== null && known.id === news.id && news.paidUntil > known.paidUntil;
  if (isRenewal) {
    const { ended, lapsed } = renewSeats(license.seats, news.quantity);
    return { ...unchanged, totalSeats: news.quantity, isRenewal, removed: [...ended, ...lapsed] };
  }
  if (known !== null && known.state === "inactive") {
    const { reactivated, lapsed } = restoreSeats(license.seats, news.quantity);
    return { ...unchanged, totalSeats: news.quantity, removed: lapsed, reactivated };
  }
  return { ...unchanged, totalSeats: Math.max(license.totalSeats, news.quantity) };
}

function isNewer(known: KnownSubscription, news: SubscriptionNews): boolean {
  if (known.id !== news.id) {
    return known.state === "inactive" && givesAccess(news.status) && news.objectTime >= known.objectTime;
  }
  if (news.objectTime !== known.objectTime) return news.objectTime > known.objectTime;
  return news.sequence > known.sequence;
}
