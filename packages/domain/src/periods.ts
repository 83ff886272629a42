import type { BillingInterval } from "./product-id.ts";

/** A span of time, the start inclusive and the end exclusive. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The anchor moved by whole intervals, in UTC; a day that the month does not have becomes its last one.
 *
 * Counted from the anchor each time and never from the previous end, or 31 Jan → 28 Feb would stay at the 28th for good.
 *
 * @param count negative for the past.
 */
export function addIntervals(anchor: Date, interval: BillingInterval, count: number): Date {
  const moved = new Date(anchor);
  // Day 1 first: setting the month on the 31st would overflow into the next one.
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + count * (interval === "year" ? 12 : 1));
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** The billing period of an anchor that holds `at`; before the anchor too. */
export function periodAt(anchor: Date, interval: BillingInterval, at: Date): Period {
  const months = (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + (at.getUTCMonth() - anchor.getUTCMonth());
  // The estimate is off by one at most, on either side, because of clamped days and the time of day.
  let index = Math.floor(interval === "year" ? months / 12 : months) + 1;
  while (addIntervals(anchor, interval, index) > at) index -= 1;
  return { start: addIntervals(anchor, interval, index), end: addIntervals(anchor, interval, index + 1) };
}
