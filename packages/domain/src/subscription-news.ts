import type { Seat } from "./seats.ts";
import { renewSeats, restoreSeats } from "./seats.ts";

/** A subscription's state as the purchase service reports it. Times are Unix seconds. */
export interface SubscriptionNews {
  readonly id: string;
  /** The plan in force. */
  readonly plan: string;
  /** In force and paid. */
  readonly quantity: number;
  /** Plan and quantity after a recorded decrease or switch. */
  readonly next: { readonly plan: string; readonly quantity: number; readonly at: number } | null;
  /** The provider's status. */
  readonly status: string;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: number;
  /** End of the last period whose invoice is paid. */
  readonly paidUntil: number;
  /** Time of the provider's object. Together with `sequence` it orders the news. */
  readonly objectTime: number;
  readonly sequence: number;
}

/** The last known state of a license's subscription. */
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
  /** True for a trial. Its first subscription replaces it. */
  readonly isTrial?: boolean;
  /** Held seats that the buyer gives up if not all fit. */
  readonly release?: readonly string[];
}

/** Changes to a license after news. The subscription's plan, dates and flags are stored unchanged. */
export interface LicenseAfterNews {
  readonly state: "active" | "inactive";
  readonly totalSeats: number;
  readonly renewingQuantity: number;
  readonly isRenewal: boolean;
  /** Ids of seats that end, because they were expiring or no longer fit. */
  readonly removed: readonly string[];
  /** Ids of expiring seats that are active again. */
  readonly reactivated: readonly string[];
}

/** True for a status that gives access. Past due does during the provider's retries. */
export function givesAccess(status: string): boolean {
  return status === "active" || status === "trialing" || status === "past_due";
}

/**
 * Returns the changes to a license after news of a subscription. Returns null if the news are repeated, late,
 * or about a subscription that the license does not follow.
 *
 * - The paid time advanced (a renewal): the total becomes the paid quantity, expiring seats end, seats that
 *   no longer fit lapse.
 * - More is paid than before: the total increases. It never decreases between renewals.
 * - An ended license has a subscription again, or a trial has its first one: the total becomes the paid quantity, and
 *   the seats that fit come back.
 * - The subscription ended: only the state changes, nothing is deleted.
 *
 * Another subscription replaces the license's own one only if it is active, no older, and the own one has ended.
 */
export function applySubscriptionNews(license: SubscribedLicense, news: SubscriptionNews): LicenseAfterNews | null {
  const known = license.subscription;
  if (known !== null && !isNewer(known, news)) return null;
  const state = givesAccess(news.status) ? "active" : "inactive";
  // A purchase that was not paid leaves the trial as it is.
  if (known === null && license.isTrial && state === "inactive") return null;
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
  if (known === null ? license.isTrial : known.state === "inactive") {
    const { reactivated, lapsed } = restoreSeats(license.seats, news.quantity, license.release);
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
