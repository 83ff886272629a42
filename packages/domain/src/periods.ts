import type { BillingInterval } from "./product-id.ts";

/** A time span with inclusive start and exclusive end. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/**
 * Moves the anchor by whole intervals, in UTC. A day that the month does not have becomes its last day.
 *
 * Always counts from the anchor. Counting from the previous end would keep 28 after 31 Jan → 28 Feb.
 *
 * @param count negative for the past.
 */
export function addIntervals(anchor: Date, interval: BillingInterval, count: number): Date {
  const moved = new Date(anchor);
  // Day 1 first, because setting the month on the 31st could overflow into the next one.
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + count * (interval === "year" ? 12 : 1));
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** Returns the anchor's billing period that contains `at`, also before the anchor. */
export function periodAt(anchor: Date, interval: BillingInterval, at: Date): Period {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + (at.getUTCMonth() - anchor.getUTCMonth());
  // The estimate is wrong by at most one, because of clamped days and the time of day.
  let index = Math.floor(interval === "year" ? months / 12 : months) + 1;
  while (addIntervals(anchor, interval, index) > at) index -= 1;
  return { start: addIntervals(anchor, interval, index), end: addIntervals(anchor, interval, index + 1) };
}
