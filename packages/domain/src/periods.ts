import type { BillingInterval } from "./product-id.ts";

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
